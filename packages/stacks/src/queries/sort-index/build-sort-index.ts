import { type Database, inTransaction } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Column } from '../../columns/plan-columns.ts'
import { lockTable, type Order, type StackTable } from '../tables/tables.ts'

/** From which sizes on things are done in another way. */
export type Bounds = {
  /** Tables of more rows than this get orders, and are counted once. */
  readonly large: number
  /** So many rows are better sorted than looked for in an order. */
  readonly few: number
  /** So many rows are looked at for one page before something else is tried. */
  readonly walk: number
  /** So many rows are put into an order at once. */
  readonly batch: number
}

export const BOUNDS: Bounds = { large: 5000, few: 5000, walk: 20_000, batch: 20_000 }

// Each is more work for whoever writes a row.
const MAX_SORT_INDEXES = 16
// A call has 30 seconds, and may have to sort the rows itself after all. What was made remains, and
// the next call goes on from there.
const MAKING_MS = 20_000

/**
 * The id of the column's order, which is made now if the table is large. Undefined when it is not,
 * when it has too many orders, or when there is no time.
 */
export async function ensureSortIndex(
  db: Database,
  table: StackTable,
  { id }: Column,
  bounds: Bounds,
): Promise<number | undefined> {
  const known = table.orders[id]
  if (known?.filled === true) return known.id
  if (!mayHave(table, id) || !(await isLarge(db, table, bounds))) return undefined
  const end = performance.now() + MAKING_MS
  while (performance.now() < end) {
    const order = await withExclusiveTable(db, table, (trx, now) =>
      extendSortIndex(trx, now, id, bounds.batch),
    )
    if (order === undefined || order.filled === true) return order?.id
  }
  return undefined
}

const mayHave = ({ orders }: StackTable, column: string): boolean =>
  orders[column] !== undefined || Object.keys(orders).length < MAX_SORT_INDEXES

export async function isLarge(db: Database, { id }: StackTable, { large }: Bounds) {
  const { rows } = await sql`
    select from stack_table_rows where table_id = ${id}::uuid
    order by position offset ${large}::integer limit 1`.execute(db)
  return rows.length > 0
}

// Whoever writes waits no longer than this, and a long import is not waited for.
const ALONE_MS = 5000
const LOCK_MS = 1000

/** Does what needs a table that nobody writes to meanwhile; undefined when it was not to be had. */
export async function withExclusiveTable<Result>(
  db: Database,
  { workspaceId, id }: StackTable,
  work: (trx: Database, table: StackTable) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await inTransaction(db, ALONE_MS, async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx)
      return work(trx, await lockTable(trx, workspaceId, id))
    })
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  }
}

// Cancelled by its time limit, no lock in time, a deadlock.
const BUSY = ['57014', '55P03', '40P01']

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && BUSY.includes(String(error.code))

/** Puts the next rows into the order; the triggers keep those that are in it. */
async function extendSortIndex(
  trx: Database,
  table: StackTable,
  column: string,
  batch: number,
): Promise<Order | undefined> {
  const { id, orders } = table
  const known = orders[column]
  if (known?.filled === true || !mayHave(table, column)) return known
  const { rows } = await sql<Order>`
    with made as materialized (
      select coalesce(${known?.id ?? null}::integer, nextval('stack_order_ids')::integer) as id
    ), batch as materialized (
      select position, cells from stack_table_rows
      where table_id = ${id}::uuid and position > ${known?.filled ?? 0}::bigint
      order by position limit ${batch}::integer
    ), added as (
      insert into stack_sort_keys
      select made.id, k.rank, k.number, k.text, batch.position
      from made, batch, sort_key(batch.cells, ${column}::text) k
      where batch.cells is not null
      order by k.rank, k.number, k.text collate "C", batch.position
    ), reached as (
      select case when count(*) < ${batch}::integer then 'true' else to_jsonb(max(position)) end as filled
      from batch
    )
    update stack_tables set orders = orders || jsonb_build_object(${column}::text,
      jsonb_build_object('id', made.id, 'filled', reached.filled))
    from made, reached
    where stack_tables.id = ${id}::uuid
    returning made.id, reached.filled`.execute(trx)
  return rows[0]
}
