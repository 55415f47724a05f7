import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { VERSIONS_KEPT } from '../items/read-versions.ts'
import { type Batch, NOTHING } from './claim-sweep.ts'

/**
 * Keeps the history of the keys that changed after `fromId` at its number of versions. What is
 * older loses its value; its row goes too, where all that could read it could read the push before:
 * the row of that push then tells a reader who was away that the key had been there for it.
 */
export async function trimHistory(trx: Database, fromId: number, batch: number): Promise<Batch> {
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
      select id, channels, pushed,
        audiences <@ lag(audiences) over of_key
          and channels <@ lag(channels) over of_key
          and pushed > lag(pushed) over of_key as is_within,
        lag(pushed) over of_key as pushed_before
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
        where m.channel = any (pushes.channels)
          and m.joined >= pushes.pushed_before and m.joined < pushes.pushed
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
 * Goes on in the changes as far as they are old enough. What each of them replaced is no longer
 * needed: a reader who has not seen the replacement by now has to start again.
 */
export async function pruneHistory(
  trx: Database,
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
 * A dump that is loaded into another cluster brings transaction numbers that this one has not
 * reached: such changes would stay invisible to the feed until it has. They are put before
 * everything else, where their ids keep them in order; cursors of the other cluster are refused.
 */
export async function adoptRestoredChanges(trx: Database): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with strange as materialized (
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
      from strange
      where change.workspace_id = strange.id
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
