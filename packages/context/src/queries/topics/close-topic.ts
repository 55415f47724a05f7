import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { fromStored } from '../../keys/key-text.ts'
import type { Reader } from '../../reader.ts'
import { takeAway } from '../items/remove-values.ts'
import { isLive } from '../items/visibility.ts'
import { checkAt } from './topic-name.ts'

/** Topics of a workspace are deleted one after another: a value in two of them goes with the second. */
export async function lockDeletion(trx: Database, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspaceId} delete`}, 0))`.execute(
    trx,
  )
}

export type DeletedTopic = {
  /** Whether there was anything: a subscriber, or a value that went to it. */
  readonly existed: boolean
  readonly subscribers: number
  readonly names: readonly string[]
  readonly items: number
}

type Row = { routed: boolean; subscribers: number; names: string[]; items: number }

/**
 * Closes the channel of a topic that is locked, ends its memberships, and deletes the values that
 * no other topic, no named agent and not everyone was sent.
 */
export async function closeTopic(
  trx: Database,
  by: Reader,
  now: Date,
  channel: number,
  namesRead: number,
): Promise<DeletedTopic> {
  const { rows } = await sql<Row>`
    with routed as materialized (
      select item.id
      from context_routes route
      join context_items item on item.id = route.item_id and item.pushed = route.pushed
      where route.workspace_id = ${by.workspaceId}
        and route.audience = ${`channel:${channel}`}
        and ${isLive('item', now)}
    ),
    doomed as materialized (
      select item.id
      from context_items item
      where item.id in (select id from routed)
        and ${channel}::bigint = any (item.channels)
        and cardinality(item.audiences) = 0
        and ${isLive('item', now)}
        and not exists (
          select from topics other
          where other.channel = any (item.channels) and other.channel <> ${channel}::bigint
        )
      order by item.id
      for no key update
    ),
    ${takeAway({ kind: 'deleted', by: sql`${by.agent}`, now })},
    ended as (
      update memberships set left_at = at, check_at = ${now}
      from (select nextval('context_clock') as at) point
      where channel = ${channel}::bigint and left_at is null
      returning agent
    ),
    closed as (
      insert into closed_topics (channel, workspace_id, name, check_at)
      select channel, workspace_id, name, ${checkAt(now)} from topics
      where channel = ${channel}::bigint
    ),
    renewed as (
      update topics set
        channel = nextval('topic_channels'), subscribers = 0, check_at = ${checkAt(now)}
      where channel = ${channel}::bigint
      returning id
    ),
    quiet as (
      delete from topic_pushes where topic_id in (select id from renewed)
    )
    select
      exists (select from routed) as routed,
      (select count(*) from ended) as subscribers,
      array(select agent from ended order by agent collate "C" limit ${namesRead}) as names,
      (select count(*) from gone) as items`.execute(trx)
  const { routed = false, subscribers = 0, names = [], items = 0 } = rows[0] ?? {}
  return { existed: routed || subscribers > 0, subscribers, names: names.map(fromStored), items }
}
