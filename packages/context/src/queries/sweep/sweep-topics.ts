import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { checkAt } from '../topics/topic-name.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/**
 * Looks whether ended memberships still let anybody read a stored value. One that is found without
 * use twice, a month apart, is of no use to the feed's readers either, and goes.
 */
export async function sweepMemberships(trx: Database, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with due as materialized (
      select id, workspace_id, channel, joined, left_at, unused
      from memberships
      where left_at is not null and check_at <= ${now}
      order by check_at
      limit ${batch}
      for update skip locked
    ),
    checked as materialized (
      select id, unused,
        exists (
          select from context_routes route
          join context_items item on item.id = route.item_id and item.pushed = route.pushed
          where route.workspace_id = due.workspace_id
            and route.audience = 'channel:' || due.channel
            and route.pushed > due.joined and route.pushed <= due.left_at
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

/** Removes topics that have no subscribers, and that nothing points at any more. */
export async function sweepIdleTopics(trx: Database, now: Date, batch: number): Promise<Batch> {
  const { rows: due } = await sql<{ id: number }>`
    select id from topics
    where subscribers = 0 and check_at <= ${now}
    order by check_at
    limit ${batch}
    for update skip locked`.execute(trx)
  if (due.length === 0) return NOTHING
  // In a statement of its own: only what begins after the locks are held sees every push.
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

/** Removes what is left of deleted topics once nothing points at it any more. */
export async function sweepClosedTopics(trx: Database, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with checked as materialized (
      select channel, ${isPointedAt('closed_topics')} as is_used
      from closed_topics
      where check_at <= ${now}
      order by check_at
      limit ${batch}
    ),
    removed as (
      delete from closed_topics using checked
      where closed_topics.channel = checked.channel and not checked.is_used
      returning 1
    ),
    kept as (
      update closed_topics set check_at = ${checkAt(now)}
      from checked
      where closed_topics.channel = checked.channel and checked.is_used
    )
    select (select count(*) from checked) as scanned, (select count(*) from removed) as removed`.execute(
    trx,
  )
  return rows[0] ?? NOTHING
}

const isPointedAt = (topics: 'topics' | 'closed_topics'): RawBuilder<boolean> => sql`(
  exists (select from memberships m where m.channel = ${sql.ref(`${topics}.channel`)})
  or exists (
    select from context_routes route
    where route.workspace_id = ${sql.ref(`${topics}.workspace_id`)}
      and route.audience = 'channel:' || ${sql.ref(`${topics}.channel`)}
  )
)`
