import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { ensureSortIndex, type Thresholds } from '../sort-index/build-sort-index.ts'
import {
  countValue,
  type IndexedValue,
  indexedValues,
  rarestValue,
  rowsWith,
  toIndexedValue,
} from '../sort-index/indexed-value.ts'
import { type Scan, scanSortIndex, scanTable, scanValue } from '../sort-index/scan-rows.ts'
import type { StackTable } from '../tables/tables.ts'
import type { Condition } from './conditions.ts'
import { type RowCursor, type Sorting, type SortKey, sqlOrder } from './row-cursor.ts'

export type FoundRow = SortKey & {
  readonly document_id: string
  readonly filename: string
  readonly cells: string
  readonly version: number
  readonly updated_at: Date
}

export type RowQuery = {
  readonly table: StackTable
  readonly conditions: readonly Condition[]
  /** The whole WHERE clause for a row `r`, including `conditions`. */
  readonly where: RawBuilder<boolean>
  readonly isFiltered: boolean
  readonly sorting: Sorting | undefined
  readonly after: RowCursor | undefined
  readonly limit: number
}

/** Finds one page of rows with the strategy that reads the fewest rows. */
export async function findRows(
  db: Database,
  query: RowQuery,
  thresholds: Thresholds,
): Promise<FoundRow[]> {
  const known = await rarestValue(db, indexedValues(query.table, query.conditions), thresholds.few)
  return query.sorting === undefined
    ? findByPosition(db, query, known, thresholds)
    : findSorted(db, query, query.sorting, known, thresholds)
}

async function findSorted(
  db: Database,
  query: RowQuery,
  sorting: Sorting,
  known: IndexedValue | undefined,
  thresholds: Thresholds,
): Promise<FoundRow[]> {
  const { table } = query
  const isRare =
    known !== undefined && (await countValue(db, known, thresholds.few + 1)) <= thresholds.few
  const index = isRare ? undefined : await ensureSortIndex(db, table, sorting.column, thresholds)
  if (index === undefined) return sortRows(db, query, known)
  return (
    (await runScan(db, scanSortIndex(table, index, sorting), query, thresholds)) ??
    sortRows(db, query, known ?? (await ensureIndexedValue(db, query, thresholds)))
  )
}

async function findByPosition(
  db: Database,
  query: RowQuery,
  known: IndexedValue | undefined,
  thresholds: Thresholds,
): Promise<FoundRow[]> {
  const { table, conditions } = query
  if (!conditions.some(isEquals)) return sortRows(db, query)
  // A common value fills the page quickly, so it needs no sort index.
  const page = known ? undefined : await runScan(db, scanTable(table), query, thresholds)
  if (page !== undefined) return page
  const value = known ?? (await ensureIndexedValue(db, query, thresholds))
  if (value === undefined) return sortRows(db, query)
  return (
    (await runScan(db, scanValue(table, value), query, thresholds)) ?? sortRows(db, query, value)
  )
}

const isEquals = ({ operator }: Condition): boolean => operator === 'equals'

async function ensureIndexedValue(
  db: Database,
  { table, conditions }: RowQuery,
  thresholds: Thresholds,
): Promise<IndexedValue | undefined> {
  const condition = conditions.find(isEquals)
  if (condition === undefined) return undefined
  const index = await ensureSortIndex(db, table, condition.column, thresholds)
  return index === undefined ? undefined : toIndexedValue(condition, index)
}

const KEYED = sql`
  r.document_id, r.cells, r.version, r.updated_at, r.position, key.rank, key.number, key.text`

// Only for the rows of the page, because `cells::text` and the file name are expensive.
const PRESENTED = sql`
  f.document_id, (select d.filename from documents d where d.id = f.document_id) as filename,
  f.cells::text as cells, f.version, f.updated_at, f.position, f.rank::text as rank,
  f.number::text as number, f.text`

/** Undefined if the scan was cut off before the page was full. */
async function runScan(
  db: Database,
  scan: Scan,
  { where, isFiltered, after, limit }: RowQuery,
  thresholds: Thresholds,
): Promise<FoundRow[] | undefined> {
  const longest = isFiltered ? thresholds.scan : limit + 1
  for (const steps of new Set([Math.min(20 * limit, longest), longest])) {
    // The last row of the scan is returned regardless of `where`, to show that the scan was cut off.
    const { rows } = await sql<FoundRow & { is_cut: boolean }>`
      select ${PRESENTED}, f.is_cut from (
        select ${KEYED}, key.n = ${steps}::integer as is_cut from ${scan(after, steps)}
        where (${where}) or key.n = ${steps}::integer limit ${limit}::integer
      ) f`.execute(db)
    if (!rows.some((row) => row.is_cut)) return rows
  }
  return undefined
}

/** Sorts all rows or, with a value, the rows that have it. */
async function sortRows(
  db: Database,
  { table, where, sorting, after, limit }: RowQuery,
  value?: IndexedValue,
): Promise<FoundRow[]> {
  const { key, orderBy, isAfter } = sqlOrder(sorting)
  const { rows } = await sql<FoundRow>`
    select ${PRESENTED} from (
      select ${KEYED} from ${rowsWith(table, value)} cross join lateral ${key} key
      where ${where} and ${after ? isAfter(after) : sql`true`}
      order by ${orderBy} limit ${limit}::integer
    ) f`.execute(db)
  return rows
}
