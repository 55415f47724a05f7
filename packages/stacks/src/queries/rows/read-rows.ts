import type { Database } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, ToolError, toPage } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { type PresentedRow, presentRow } from '../../cells/cell.ts'
import type { Column } from '../../columns/column.ts'
import { THRESHOLDS } from '../sort-index/build-sort-index.ts'
import { countValue, indexedValues, rarestValue, rowsWith } from '../sort-index/indexed-value.ts'
import type { StackTable } from '../tables/tables.ts'
import { type Condition, whereCondition } from './conditions.ts'
import { countAllRows } from './count-rows.ts'
import { type FoundRow, findRows } from './find-rows.ts'
import { cursorParts, readRowCursor } from './row-cursor.ts'
import { containsSearch } from './search-rows.ts'

export type Row = PresentedRow & {
  document_id: string
  filename: string
  version: number
  updated_at: Date
}

export type RowsRequest = PageRequest & {
  readonly conditions?: readonly Condition[]
  readonly sortBy?: Column
  readonly descending?: boolean
  /** Only rows with a cell below this confidence. */
  readonly belowConfidence?: number
  /** Only rows with this text in a cell or in the file name, in any case. */
  readonly search?: string
}

/**
 * Reads a page of rows, in the order in which they were first saved, or sorted by a column: numbers by
 * value, then texts by their first 200 characters, then empty cells.
 */
export async function readRows(
  db: Database,
  table: StackTable,
  request: RowsRequest = {},
  columns = table.columns,
  thresholds = THRESHOLDS,
): Promise<Page<Row>> {
  const { conditions = [], sortBy, descending = false } = request
  if (descending && sortBy === undefined) {
    throw new ToolError('invalid_input', "Parameter 'descending' requires 'sort_by'.", {
      suggestion: 'Name the column to sort by.',
    })
  }
  const sorting = sortBy && { column: sortBy, descending }
  const size = pageSize(request)
  const query = {
    table,
    conditions,
    where: whereRows(table, request),
    isFiltered: isFiltered(request),
    sorting,
    after: readRowCursor(request, sorting),
    limit: size + 1,
  }
  const page = toPage(await findRows(db, query, thresholds), size, cursorParts(sorting))
  return { ...page, rows: page.rows.map((row) => toRow(columns, row)) }
}

export async function countRows(
  db: Database,
  table: StackTable,
  request: RowsRequest = {},
  thresholds = THRESHOLDS,
): Promise<number> {
  if (!isFiltered(request)) return countAllRows(db, table, thresholds)
  const { conditions = [], belowConfidence, search } = request
  const value = await rarestValue(db, indexedValues(table, conditions), thresholds.few)
  const isOnlyCondition =
    conditions.length === 1 && belowConfidence === undefined && search === undefined
  if (value?.isWhole && isOnlyCondition) return countValue(db, value)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${rowsWith(table, value)}
    where ${whereRows(table, request)}`.execute(db)
  return rows[0]?.count ?? 0
}

const toRow = (columns: readonly Column[], row: FoundRow): Row => ({
  document_id: row.document_id,
  filename: row.filename,
  ...presentRow(columns, row.cells),
  version: row.version,
  updated_at: row.updated_at,
})

const isFiltered = ({ conditions = [], belowConfidence, search }: RowsRequest): boolean =>
  conditions.length > 0 || belowConfidence !== undefined || search !== undefined

function whereRows(
  table: StackTable,
  { conditions = [], belowConfidence, search }: RowsRequest,
): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`r.table_id = ${table.id}::uuid and r.cells is not null`,
    ...conditions.map(whereCondition),
  ]
  if (belowConfidence !== undefined) parts.push(hasCellBelow(table.columns, belowConfidence))
  if (search !== undefined) parts.push(containsSearch(table, search))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Cells of removed columns are ignored. */
const hasCellBelow = (columns: readonly Column[], threshold: number) => sql<boolean>`
  exists (
    select from jsonb_each(r.cells) cell
    where cell.key = any(${columns.map(({ id }) => id)}::text[])
      and (cell.value -> 'c')::numeric < ${threshold}::numeric
  )`
