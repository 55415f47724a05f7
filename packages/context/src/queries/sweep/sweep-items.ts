import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import { removeValues } from '../items/remove-values.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/**
 * Removes the values of expired items, and those versions of them in the history that have expired.
 * Locks: the items; locked ones are skipped until the next sweep.
 * Writes: what `removeValues` writes.
 */
export async function expireItems(trx: Tx, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with targets as materialized (
      select id from context_items
      where value is not null and expires_at <= ${now}
      order by expires_at
      limit ${batch}
      for no key update skip locked
    ),
    ${removeValues({ kind: 'expired', by: sql`item.written_by`, now })},
    blanked as (
      update context_changes change set value = null
      from targets
      where change.item_id = targets.id and change.value is not null and change.expires_at <= ${now}
    )
    select count(*) as scanned, count(*) as removed from removed`.execute(trx)
  return rows[0] ?? NOTHING
}

/**
 * Deletes the rows of keys without a value, with the rest of their history, once `pruneHistory` has
 * passed all of it: no valid cursor needs them.
 * Reads: context_changes. Locks: the items. Writes: context_items, context_changes by cascade.
 */
export async function removeTombstones(
  trx: Tx,
  removedBefore: Date,
  prunedId: number,
  batch: number,
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with targets as materialized (
      select id from context_items item
      where value is null and written_at < ${removedBefore}
        and not exists (
          select from context_changes where item_id = item.id and id > ${prunedId}
        )
      order by written_at
      limit ${batch}
      for update skip locked
    ),
    removed as (
      delete from context_items using targets where context_items.id = targets.id returning 1
    )
    select count(*) as scanned, count(*) as removed from removed`.execute(trx)
  return rows[0] ?? NOTHING
}
