import { type Database, inTransaction, type Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Column } from '../../columns/column.ts'
import { lockTable, type SortIndex, type StackTable } from '../tables/tables.ts'

/** Numbers of rows at which reading changes its strategy. */
export type Thresholds = {
  /** Tables with more rows get sort indexes and a stored row count. */
  readonly large: number
  /** Up to this many rows are sorted directly instead of scanned in a sort index. */
  readonly few: number
  /** A page scans at most this many rows before another strategy is tried. */
  readonly scan: number
  /** Rows that one transaction adds to a sort index. */
  readonly batch: number
}

export const THRESHOLDS: Thresholds = { large: 5000, few: 5000, scan: 20_000, batch: 20_000 }

// Each sort index makes every write of a row slower.
const MAX_SORT_INDEXES = 16
// A call has 30 seconds, and may still have to sort the rows without the index. Finished batches are
// kept, and the next call continues.
const BUILD_MS = 20_000

/**
 * The id of the column's sort index, which is built now if the table is large. Undefined if the table
 * is small or has too many sort indexes, or if the build needs more time or a lock.
 */
export async function ensureSortIndex(
  db: Database,
  table: StackTable,
  { id }: Column,
  thresholds: Thresholds,
): Promise<number | undefined> {
  const known = table.sortIndexes[id]
  if (known?.isComplete) return known.id
  if (!mayHave(table, id) || !(await isLarge(db, table, thresholds))) return undefined
  const end = performance.now() + BUILD_MS
  while (performance.now() < end) {
    const index = await withExclusiveTable(db, table, (trx) =>
      extendSortIndex(trx, table.id, id, thresholds.batch),
    )
    if (index === undefined || index.isComplete) return index?.id
  }
  return undefined
}

const mayHave = ({ sortIndexes }: StackTable, column: string): boolean =>
  sortIndexes[column] !== undefined || Object.keys(sortIndexes).length < MAX_SORT_INDEXES

export async function isLarge(db: Database, { id }: StackTable, { large }: Thresholds) {
  const { rows } = await sql`
    select from stack_table_rows where table_id = ${id}::uuid
    order by position offset ${large}::integer limit 1`.execute(db)
  return rows.length > 0
}

// Writers of rows are blocked for at most EXCLUSIVE_MS; LOCK_MS avoids waiting for a long import.
const EXCLUSIVE_MS = 5000
const LOCK_MS = 1000

/** Runs `work` while no other transaction writes to the table. Undefined if it timed out or got no lock. */
export async function withExclusiveTable<Result>(
  db: Database,
  { workspaceId, id }: StackTable,
  work: (trx: Tx, table: StackTable) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await inTransaction(db, EXCLUSIVE_MS, async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx)
      return work(trx, await lockTable(trx, workspaceId, id))
    })
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  }
}

// query_canceled (statement_timeout), lock_not_available, deadlock_detected
const BUSY = ['57014', '55P03', '40P01']

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && BUSY.includes(String(error.code))

/**
 * Adds the next rows to the sort index of a column; triggers maintain the keys of rows already in it.
 * Reads the next batch of rows; expects the table to be locked; writes `stack_sort_indexes` and
 * `stack_sort_keys`. Runs after `lockTable`, so that it sees the batch that the previous builder committed.
 */
async function extendSortIndex(
  trx: Tx,
  tableId: string,
  column: string,
  batch: number,
): Promise<SortIndex | undefined> {
  await sql`
    insert into stack_sort_indexes (table_id, column_id)
    select ${tableId}::uuid, ${column}::text
    where (select count(*) from stack_sort_indexes where table_id = ${tableId}::uuid)
      < ${MAX_SORT_INDEXES}::integer
    on conflict (table_id, column_id) do nothing`.execute(trx)
  const { rows } = await sql<SortIndex>`
    with target as materialized (
      select id, filled_to, is_complete from stack_sort_indexes
      where table_id = ${tableId}::uuid and column_id = ${column}::text
    ), batch as materialized (
      select r.position, r.cells from target, stack_table_rows r
      where not target.is_complete and r.table_id = ${tableId}::uuid
        and r.position > target.filled_to
      order by r.position limit ${batch}::integer
    ), added as (
      insert into stack_sort_keys
      select target.id, k.rank, k.number, k.text, batch.position
      from target, batch, sort_key(batch.cells, ${column}::text) k
      where batch.cells is not null
      order by k.rank, k.number, k.text collate "C", batch.position
    )
    update stack_sort_indexes i set
      filled_to = greatest(i.filled_to, coalesce((select max(position) from batch), 0)),
      is_complete = i.is_complete or (select count(*) from batch) < ${batch}::integer
    from target where i.id = target.id
    returning i.id, i.filled_to as "filledTo", i.is_complete as "isComplete"`.execute(trx)
  return rows[0]
}
