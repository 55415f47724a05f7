import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

/**
 * Looks whether ended memberships still let anybody read a stored value. One that is found without
 * use twice, a month apart, is of no use to the feed's readers either, and goes.
 */
export async function sweepMemberships(
  trx: Database,
  now: Date,
  batch: number,
): Promise<{ scanned: number; removed: number }> {
  const { rows } = await sql<{ scanned: number; removed: number }>`
    with due as materialized (
      select id, workspace_id, topic_id, joined, left_at, unused
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
            and route.audience = 'topic:' || due.topic_id
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
  return rows[0] ?? { scanned: 0, removed: 0 }
}

/** Topics without subscribers that are due for a look, locked against pushes to them. */
export async function claimIdleTopics(trx: Database, now: Date, batch: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from topics
    where subscribers = 0 and check_at <= ${now}
    order by check_at
    limit ${batch}
    for update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Removes those of the claimed topics that nothing points at any more. */
export async function removeUnusedTopics(
  trx: Database,
  now: Date,
  topics: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with used as materialized (
      select topic.id,
        exists (select from memberships where topic_id = topic.id)
        or exists (
          select from context_routes route
          where route.workspace_id = topic.workspace_id and route.audience = 'topic:' || topic.id
        ) as is_used
      from topics topic
      where topic.id = any (${topics}::bigint[])
    ),
    removed as (
      delete from topics using used where topics.id = used.id and not used.is_used returning 1
    ),
    kept as (
      update topics set check_at = ${now}::timestamptz + interval '1 day'
      from used
      where topics.id = used.id and used.is_used
    )
    select count(*) as removed from removed`.execute(trx)
  return rows[0]?.removed ?? 0
}
