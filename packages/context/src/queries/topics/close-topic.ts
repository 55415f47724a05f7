import type { Tx } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import { removeValues } from '../items/remove-values.ts'
import { isLive } from '../items/visibility.ts'
import { checkAt } from './topic-name.ts'

/** Serialises deletions in a workspace: the second of two deletes the values that were sent to both topics. */
export async function lockDeletion(trx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspaceId} delete`}, 0))`.execute(
    trx,
  )
}

export type DeletedTopic = {
  /** Whether the topic had a subscriber or a value. */
  readonly existed: boolean
  readonly subscribers: number
  readonly names: readonly string[]
  readonly items: number
}

type Row = { routed: boolean; subscribers: number; names: string[]; items: number }

/**
 * Closes the generation of a locked topic, ends its memberships, and deletes the values that were
 * sent to this topic only.
 * Reads: context_routes, context_items, topics. Locks: the items that are deleted, in the order of
 * `key_hash` like batches of pushes.
 * Writes: memberships, closed_topics, topics, topic_pushes, and what `removeValues` writes.
 */
export async function closeTopic(
  trx: Tx,
  by: Reader,
  now: Date,
  generation: number,
  namesRead: number,
): Promise<DeletedTopic> {
  const { rows } = await sql<Row>`
    with routed as materialized (
      select item.id
      from context_routes route
      join context_items item on item.id = route.item_id and item.tick = route.tick
      where route.workspace_id = ${by.workspaceId}
        and route.audience = ${`topic:${generation}`}
        and ${isLive('item', now)}
    ),
    targets as materialized (
      select item.id
      from context_items item
      where item.id in (select id from routed)
        and ${generation}::bigint = any (item.generations)
        and cardinality(item.audiences) = 0
        and ${isLive('item', now)}
        and not exists (
          select from topics other
          where other.generation = any (item.generations) and other.generation <> ${generation}::bigint
        )
      order by item.key_hash
      for no key update
    ),
    ${removeValues({ kind: 'deleted', by: sql`${by.agent}`, now })},
    ended as (
      update memberships set left_tick = clock.tick, check_at = ${now}
      from (select nextval('context_clock') as tick) clock
      where generation = ${generation}::bigint and left_tick is null
      returning agent
    ),
    closed as (
      insert into closed_topics (generation, workspace_id, name, check_at)
      select generation, workspace_id, name, ${checkAt(now)} from topics
      where generation = ${generation}::bigint
    ),
    renewed as (
      update topics set
        generation = nextval('topic_generations'), subscribers = 0, check_at = ${checkAt(now)}
      where generation = ${generation}::bigint
      returning id
    ),
    forgotten as (
      delete from topic_pushes where topic_id in (select id from renewed)
    )
    select
      exists (select from routed) as routed,
      (select count(*) from ended) as subscribers,
      array(select agent from ended order by agent collate "C" limit ${namesRead}) as names,
      (select count(*) from removed) as items`.execute(trx)
  const { routed = false, subscribers = 0, names = [], items = 0 } = rows[0] ?? {}
  return { existed: routed || subscribers > 0, subscribers, names: names.map(fromStorable), items }
}
