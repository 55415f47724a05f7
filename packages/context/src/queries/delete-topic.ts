import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Reader } from '../audience.ts'
import { fromStored } from '../key-text.ts'
import { isLive } from './reading.ts'
import { takeAway } from './take-away.ts'
import { checkAt } from './topic-names.ts'

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
 * Closes a topic that is locked, ends its memberships, and deletes the values that no other open
 * topic, no named agent and not everyone was sent.
 */
export async function closeTopic(
  trx: Database,
  by: Reader,
  now: Date,
  topicId: number,
  namesRead: number,
): Promise<DeletedTopic> {
  const { rows } = await sql<Row>`
    with routed as materialized (
      select item.id
      from context_routes route
      join context_items item on item.id = route.item_id and item.pushed = route.pushed
      where route.workspace_id = ${by.workspaceId}
        and route.audience = ${`topic:${topicId}`}
        and ${isLive('item', now)}
    ),
    doomed as materialized (
      select item.id
      from context_items item
      where item.id in (select id from routed)
        and ${topicId}::bigint = any (item.topics)
        and cardinality(item.audiences) = 0
        and ${isLive('item', now)}
        and not exists (
          select from topics other
          where other.id = any (item.topics) and other.id <> ${topicId}::bigint and other.deleted_at is null
        )
      order by item.id
      for update
    ),
    ${takeAway({ kind: 'deleted', by: sql`${by.agent}`, now })},
    ended as (
      update memberships set left_at = at, check_at = ${now}
      from (select nextval('context_clock') as at) point
      where topic_id = ${topicId}::bigint and left_at is null
      returning agent
    ),
    closed as (
      update topics set deleted_at = ${now}, subscribers = 0, check_at = ${checkAt(now)}
      where id = ${topicId}::bigint
    )
    select
      exists (select from routed) as routed,
      (select count(*) from ended) as subscribers,
      array(select agent from ended order by agent collate "C" limit ${namesRead}) as names,
      (select count(*) from gone) as items`.execute(trx)
  const { routed = false, subscribers = 0, names = [], items = 0 } = rows[0] ?? {}
  return { existed: routed || subscribers > 0, subscribers, names: names.map(fromStored), items }
}
