import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { type Bounds, ensureSortIndex } from '../sort-index/build-sort-index.ts'
import {
  countValue,
  indexedValues,
  rarest,
  rowsWith,
  toValue,
  type Value,
} from '../sort-index/indexed-value.ts'
import { scanSortIndex, scanTable, scanValue, type Walk } from '../sort-index/scan-rows.ts'
import type { StackTable } from '../tables/tables.ts'
import type { Condition } from './conditions.ts'
import { type Place, rowOrder, type Sorting, type SortKey } from './row-cursor.ts'

export type FoundRow = SortKey & {
  readonly document_id: string
  readonly filename: string
  readonly cells: string
  readonly version: number
  readonly updated_at: Date
}

export type Wanted = {
  readonly table: StackTable
  readonly conditions: readonly Condition[]
  /** All that a row `r` must meet, the conditions among it. */
  readonly where: RawBuilder<boolean>
  readonly isFiltered: boolean
  readonly sorting: Sorting | undefined
  readonly after: Place | undefined
  readonly limit: number
}

/** Rows in their order, by looking at as few as can be. */
export async function findRows(db: Database, wanted: Wanted, bounds: Bounds): Promise<FoundRow[]> {
  const known = await rarest(db, indexedValues(wanted.table, wanted.conditions), bounds.few)
  return wanted.sorting === undefined
    ? findAsSaved(db, wanted, known, bounds)
    : findSorted(db, wanted, wanted.sorting, known, bounds)
}

async function findSorted(
  db: Database,
  wanted: Wanted,
  sorting: Sorting,
  known: Value | undefined,
  bounds: Bounds,
): Promise<FoundRow[]> {
  const { table } = wanted
  const isRare = known !== undefined && (await countValue(db, known, bounds.few + 1)) <= bounds.few
  const order = isRare ? undefined : await ensureSortIndex(db, table, sorting.column, bounds)
  if (order === undefined) return sortRows(db, wanted, known)
  return (
    (await follow(db, scanSortIndex(table, order, sorting), wanted, bounds)) ??
    sortRows(db, wanted, known ?? (await ensureIndexedValue(db, wanted, bounds)))
  )
}

async function findAsSaved(
  db: Database,
  wanted: Wanted,
  known: Value | undefined,
  bounds: Bounds,
): Promise<FoundRow[]> {
  const { table, conditions } = wanted
  if (!conditions.some(isEquals)) return sortRows(db, wanted)
  // A common value is soon found, and needs no order.
  const met = known ? undefined : await follow(db, scanTable(table), wanted, bounds)
  if (met !== undefined) return met
  const value = known ?? (await ensureIndexedValue(db, wanted, bounds))
  if (value === undefined) return sortRows(db, wanted)
  return (await follow(db, scanValue(table, value), wanted, bounds)) ?? sortRows(db, wanted, value)
}

const isEquals = ({ operator }: Condition): boolean => operator === 'equals'

async function ensureIndexedValue(
  db: Database,
  { table, conditions }: Wanted,
  bounds: Bounds,
): Promise<Value | undefined> {
  const condition = conditions.find(isEquals)
  if (condition === undefined) return undefined
  const order = await ensureSortIndex(db, table, condition.column, bounds)
  return order === undefined ? undefined : toValue(condition, order)
}

const KEYED = sql`
  r.document_id, r.cells, r.version, r.updated_at, r.position, key.rank, key.number, key.text`

// Only what is on the page is made text, and gets its file name.
const SHOWN = sql`
  f.document_id, (select d.filename from documents d where d.id = f.document_id) as filename,
  f.cells::text as cells, f.version, f.updated_at, f.position, f.rank::text as rank,
  f.number::text as number, f.text`

/** Undefined when the walk was too short for the page. */
async function follow(
  db: Database,
  walk: Walk,
  { where, isFiltered, after, limit }: Wanted,
  bounds: Bounds,
): Promise<FoundRow[] | undefined> {
  const longest = isFiltered ? bounds.walk : limit + 1
  for (const steps of new Set([Math.min(20 * limit, longest), longest])) {
    // The last step is not looked at: it only tells that the walk did not come to an end.
    const { rows } = await sql<FoundRow & { is_cut: boolean }>`
      select ${SHOWN}, f.is_cut from (
        select ${KEYED}, key.n = ${steps}::integer as is_cut from ${walk(after, steps)}
        where (${where}) or key.n = ${steps}::integer limit ${limit}::integer
      ) f`.execute(db)
    if (!rows.some((row) => row.is_cut)) return rows
  }
  return undefined
}

/** Looks at all rows, or at all that have the value. */
async function sortRows(
  db: Database,
  { table, where, sorting, after, limit }: Wanted,
  value?: Value,
): Promise<FoundRow[]> {
  const { key, orderBy, isAfter } = rowOrder(sorting)
  const { rows } = await sql<FoundRow>`
    select ${SHOWN} from (
      select ${KEYED} from ${rowsWith(table, value)} cross join lateral ${key} key
      where ${where} and ${after ? isAfter(after) : sql`true`}
      order by ${orderBy} limit ${limit}::integer
    ) f`.execute(db)
  return rows
}
