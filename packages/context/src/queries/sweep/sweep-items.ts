import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import { HISTORY_MS, removeValues } from '../items/remove-values.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/**
 * Removes the values of expired items, and of their expired versions in the history. Items whose expiry was
 * postponed after `check_at` was set are checked again at their new expiry.
 * Locks: the items; locked ones are skipped until the next sweep.
 * Writes: what `removeValues` writes, and `expires_at` of context_routes.
 */
export async function expireItems(trx: Tx, now: Date, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with due as materialized (
      select id, expires_at <= ${now} as is_expired
      from context_items
      where value is not null and check_at <= ${now}
      order by check_at
      limit ${batch}
      for no key update skip locked
    ),
    postponed as (
      update context_items item set check_at = item.expires_at
      from due
      where item.id = due.id and due.is_expired is not true
      returning item.id
    ),
    -- Releases before migration 0038 list an item only until its route expires, even if a repeated push kept
    -- the route. A later release removes this CTE together with the column.
    extended as (
      -- With an array, the planner reads only the routes of these items.
      update context_routes set expires_at = null
      where item_id = any (array(select id from postponed)) and expires_at is not null
    ),
    targets as materialized (select id from due where is_expired),
    ${removeValues({ kind: 'expired', by: sql`item.written_by`, now })},
    blanked as (
      update context_changes change set value = null
      from targets
      where change.item_id = targets.id and change.value is not null and change.expires_at <= ${now}
    )
    select (select count(*) from due) as scanned, (select count(*) from removed) as removed`.execute(
    trx,
  )
  return rows[0] ?? NOTHING
}

/**
 * Deletes the rows of keys without a value, and the rest of their history, once `pruneHistory` has
 * passed all of it, because no valid cursor needs them any longer. They are checked HISTORY_MS after
 * the removal, then every minute.
 * Reads: context_changes. Locks: the items. Writes: context_items, context_changes by trigger.
 */
export async function removeTombstones(
  trx: Tx,
  now: Date,
  prunedId: number,
  batch: number,
): Promise<Batch> {
  const removedBefore = new Date(now.getTime() - HISTORY_MS)
  const { rows } = await sql<Batch>`
    with due as materialized (
      select id, written_at, written_at < ${removedBefore} and not exists (
        select from context_changes where item_id = item.id and id > ${prunedId}
      ) as is_over
      from context_items item
      where value is null and check_at < ${now}
      order by check_at
      limit ${batch}
      for update skip locked
    ),
    removed as (
      delete from context_items item using due where item.id = due.id and due.is_over returning 1
    ),
    postponed as (
      update context_items item set check_at = greatest(
        item.written_at + make_interval(secs => ${HISTORY_MS / 1000}),
        ${now}::timestamptz + interval '1 minute'
      )
      from due
      where item.id = due.id and not due.is_over
    )
    select (select count(*) from due) as scanned, (select count(*) from removed) as removed`.execute(
    trx,
  )
  return rows[0] ?? NOTHING
}
