import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { takeAway } from './take-away.ts'

/** Takes the value away from items whose time is over; a locked one is left for the next time. */
export async function expireItems(trx: Database, now: Date, batch: number): Promise<number> {
  const { rows } = await sql<{ expired: number }>`
    with doomed as materialized (
      select id from context_items
      where value is not null and expires_at <= ${now}
      order by expires_at
      limit ${batch}
      for update skip locked
    ),
    ${takeAway({ kind: 'expired', by: sql`item.written_by`, now })},
    blanked as (
      -- The history does not outlive the value's own time either.
      update context_changes change set value = null
      from doomed
      where change.item_id = doomed.id and change.value is not null and change.expires_at <= ${now}
    )
    select count(*) as expired from gone`.execute(trx)
  return rows[0]?.expired ?? 0
}

/** Removes what is left of keys that have long been gone, with the last of their history. */
export async function removeTombstones(
  trx: Database,
  goneBefore: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with doomed as materialized (
      select id from context_items
      where value is null and written_at < ${goneBefore}
      order by written_at
      limit ${batch}
      for update skip locked
    ),
    removed as (
      delete from context_items using doomed where context_items.id = doomed.id returning 1
    )
    select count(*) as removed from removed`.execute(trx)
  return rows[0]?.removed ?? 0
}
