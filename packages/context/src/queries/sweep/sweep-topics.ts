import type { Tx } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { checkAt } from '../topics/topic-name.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/**
 * Deletes ended memberships through which no stored value is readable. A membership must be unused
 * in two checks 30 days apart, after which no valid cursor of read_changes needs it.
 * Reads: context_routes, context_items. Locks and writes: memberships.
 */
export async function sweepMemberships(trx: Tx, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with due as materialized (
      select id, workspace_id, generation, joined_tick, left_tick, unused
      from memberships
      where left_tick is not null and check_at <= ${now}
      order by check_at
      limit ${batch}
      for update skip locked
    ),
    checked as materialized (
      select id, unused,
        exists (
          select from context_routes route
          join context_items item on item.id = route.item_id and item.tick = route.tick
          where route.workspace_id = due.workspace_id
            and route.audience = 'topic:' || due.generation
            and route.tick > due.joined_tick and route.tick <= due.left_tick
        ) as is_used
      from due
    ),
    removed as (
      delete from memberships using checked
      where memberships.id = checked.id and checked.unused and not checked.is_used
      returning 1
    ),
    kept as (
      update memberships set
        unused = not checked.is_used,
        check_at = ${now}::timestamptz
          + case when checked.is_used then interval '1 day' else interval '30 days' end
      from checked
      where memberships.id = checked.id and (checked.is_used or not checked.unused)
    )
    select (select count(*) from due) as scanned, (select count(*) from removed) as removed`.execute(
    trx,
  )
  return rows[0] ?? NOTHING
}

/**
 * Deletes topics without subscribers, memberships and values.
 * Reads: memberships, context_routes, context_items. Locks and writes: topics.
 */
export async function sweepIdleTopics(trx: Tx, now: Date, batch: number): Promise<Batch> {
  const { rows: due } = await sql<{ id: number }>`
    select id from topics
    where subscribers = 0 and check_at <= ${now}
    order by check_at
    limit ${batch}
    for update skip locked`.execute(trx)
  if (due.length === 0) return NOTHING
  // A separate statement, because it sees every push only if it begins after the locks are held.
  const { rows } = await sql<Batch>`
    with checked as materialized (
      select id, ${isPointedAt('topics')} as is_used
      from topics
      where id = any (${due.map(({ id }) => id)}::bigint[])
    ),
    removed as (
      delete from topics using checked
      where topics.id = checked.id and not checked.is_used
      returning 1
    ),
    kept as (
      update topics set check_at = ${checkAt(now)}
      from checked
      where topics.id = checked.id and checked.is_used
    )
    select (select count(*) from checked) as scanned, (select count(*) from removed) as removed`.execute(
    trx,
  )
  return rows[0] ?? NOTHING
}

/**
 * Deletes closed generations without memberships and values.
 * Reads: memberships, context_routes, context_items. Writes: closed_topics.
 */
export async function sweepClosedTopics(trx: Tx, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with checked as materialized (
      select generation, ${isPointedAt('closed_topics')} as is_used
      from closed_topics
      where check_at <= ${now}
      order by check_at
      limit ${batch}
    ),
    removed as (
      delete from closed_topics using checked
      where closed_topics.generation = checked.generation and not checked.is_used
      returning 1
    ),
    kept as (
      update closed_topics set check_at = ${checkAt(now)}
      from checked
      where closed_topics.generation = checked.generation and checked.is_used
    )
    select (select count(*) from checked) as scanned, (select count(*) from removed) as removed`.execute(
    trx,
  )
  return rows[0] ?? NOTHING
}

/** Whether a membership, or a valid route of an item, refers to the generation. */
const isPointedAt = (topics: 'topics' | 'closed_topics'): RawBuilder<boolean> => sql`(
  exists (select from memberships m where m.generation = ${sql.ref(`${topics}.generation`)})
  or exists (
    select from context_routes route
    join context_items item on item.id = route.item_id and item.tick = route.tick
    where route.workspace_id = ${sql.ref(`${topics}.workspace_id`)}
      and route.audience = 'topic:' || ${sql.ref(`${topics}.generation`)}
  )
)`
