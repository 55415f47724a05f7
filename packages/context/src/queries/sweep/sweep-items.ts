import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { takeAway } from '../items/remove-values.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/** Takes the value away from items whose time is over; a locked one is left for the next time. */
export async function expireItems(trx: Database, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with doomed as materialized (
      select id from context_items
      where value is not null and expires_at <= ${now}
      order by expires_at
      limit ${batch}
      for no key update skip locked
    ),
    ${takeAway({ kind: 'expired', by: sql`item.written_by`, now })},
    blanked as (
      -- The history does not outlive the value's own time either.
      update context_changes change set value = null
      from doomed
      where change.item_id = doomed.id and change.value is not null and change.expires_at <= ${now}
    )
    select count(*) as scanned, count(*) as removed from gone`.execute(trx)
  return rows[0] ?? NOTHING
}

/**
 * Removes what is left of keys that have long been gone, with the last of their history: that it
 * tells of the loss is no longer needed once the pruning has come past it.
 */
export async function removeTombstones(
  trx: Database,
  goneBefore: Date,
  prunedId: number,
  batch: number,
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with doomed as materialized (
      select id from context_items item
      where value is null and written_at < ${goneBefore}
        and not exists (
          select from context_changes where item_id = item.id and id > ${prunedId}
        )
      order by written_at
      limit ${batch}
      for update skip locked
    ),
    removed as (
      delete from context_items using doomed where context_items.id = doomed.id returning 1
    )
    select count(*) as scanned, count(*) as removed from removed`.execute(trx)
  return rows[0] ?? NOTHING
}
