import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import { VERSIONS_KEPT } from '../items/read-versions.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/**
 * Limits the history of keys that changed after `fromId` to VERSIONS_KEPT. Older rows lose their
 * value. A row is deleted if everyone who could read it could also read the previous push: the row of
 * that push is enough for read_changes to know that the key was readable.
 * Reads: context_items, memberships. Writes: context_changes, context_sweep.
 */
export async function trimHistory(trx: Tx, fromId: number, batch: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with scanned as materialized (
      select id, item_id from context_changes where id > ${fromId} order by id limit ${batch}
    ),
    old as materialized (
      select change.*
      from (select distinct item_id from scanned) changed
      join context_items item on item.id = changed.item_id
      join context_changes change
        on change.item_id = item.id and change.version <= item.version - ${VERSIONS_KEPT}
    ),
    pushes as (
      select id, generations, tick,
        audiences <@ lag(audiences) over of_key
          and generations <@ lag(generations) over of_key
          and tick >= lag(tick) over of_key as is_within,
        lag(tick) over of_key as tick_before
      from old
      where kind = 'pushed'
      window of_key as (partition by item_id order by version)
    ),
    superfluous as (
      select id from old where kind <> 'pushed'
      union all
      select id from pushes
      where is_within and not exists (
        select from memberships m
        where m.generation = any (pushes.generations)
          and m.joined_tick >= pushes.tick_before and m.joined_tick < pushes.tick
      )
    ),
    removed as (
      delete from context_changes where id in (select id from superfluous) returning 1
    ),
    blanked as (
      update context_changes set value = null
      where value is not null and id in (select id from old except select id from superfluous)
    ),
    moved as (
      update context_sweep set trimmed_id = (select max(id) from scanned)
      where exists (select from scanned)
    )
    select
      (select count(*) from scanned) as scanned,
      (select count(*) from removed) as removed`.execute(trx)
  return rows[0] ?? NOTHING
}

/**
 * Deletes the versions that were replaced by changes older than `changedBefore`. From then on, cursors
 * that have not seen these changes are refused.
 * Writes: context_changes, context_sweep.
 */
export async function pruneHistory(
  trx: Tx,
  fromId: number,
  changedBefore: Date,
  batch: number,
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with scanned as materialized (
      select * from (
        select id, transaction, item_id, version, kind,
          bool_and(changed_at < ${changedBefore}) over (order by id) as is_old
        from (select * from context_changes where id > ${fromId} order by id limit ${batch}) next
      ) next
      where is_old
    ),
    removed as (
      delete from context_changes change using scanned
      where change.item_id = scanned.item_id
        and (change.version < scanned.version or (change.id = scanned.id and scanned.kind = 'revealed'))
      returning 1
    ),
    moved as (
      update context_sweep set
        pruned_id = (select max(id) from scanned),
        pruned_through = greatest(
          pruned_through,
          (select transaction from scanned order by transaction desc limit 1)
        )
      where exists (select from scanned)
    )
    select
      (select count(*) from scanned) as scanned,
      (select count(*) from removed) as removed`.execute(trx)
  return rows[0] ?? NOTHING
}

/**
 * Repairs a dump that was restored into another cluster. Its changes have transaction ids that this
 * cluster has not reached, so no snapshot would see them. They get transaction 0 and keep the order
 * of their ids; cursors of the other cluster are refused.
 * Writes: context_changes, context_sweep.
 */
export async function adoptRestoredChanges(trx: Tx): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with affected as materialized (
      select workspace.id
      from workspaces workspace
      where exists (
        select from context_changes change
        where change.workspace_id = workspace.id
          and change.transaction >= pg_snapshot_xmax(pg_current_snapshot())
      )
    ),
    adopted as (
      update context_changes change set transaction = '0'
      from affected
      where change.workspace_id = affected.id
        and change.transaction >= pg_snapshot_xmax(pg_current_snapshot())
      returning 1
    ),
    reset as (
      update context_sweep set pruned_through = '0'
      where pruned_through >= pg_snapshot_xmax(pg_current_snapshot())
    )
    select 0 as scanned, count(*) as removed from adopted`.execute(trx)
  return rows[0] ?? NOTHING
}
