import type { Database } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, ToolError, toPage } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { type PresentedRow, presentRow } from '../../cells/cell.ts'
import type { Column } from '../../columns/plan-columns.ts'
import { BOUNDS } from '../sort-index/build-sort-index.ts'
import { countValue, indexedValues, rarest, rowsWith } from '../sort-index/indexed-value.ts'
import type { StackTable } from '../tables/tables.ts'
import { type Condition, whereOf } from './conditions.ts'
import { countAll } from './count-rows.ts'
import { type FoundRow, findRows } from './find-rows.ts'
import { cursorParts, readRowCursor } from './row-cursor.ts'

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
  /** Rows that have a cell below this confidence. */
  readonly belowConfidence?: number
}

/**
 * One page of rows, in the order they were first saved or by a column: numbers first, by their
 * value, then texts, by their first 200 characters, then empty cells.
 */
export async function readRows(
  db: Database,
  table: StackTable,
  request: RowsRequest = {},
  columns = table.columns,
  bounds = BOUNDS,
): Promise<Page<Row>> {
  const { conditions = [], sortBy, descending = false } = request
  if (descending && sortBy === undefined) {
    throw new ToolError('invalid_input', "Parameter 'descending' goes with 'sort_by'.", {
      suggestion: 'Name the column to sort by.',
    })
  }
  const sorting = sortBy && { column: sortBy, descending }
  const size = pageSize(request)
  const wanted = {
    table,
    conditions,
    where: whereRows(table, request),
    isFiltered: isFiltered(request),
    sorting,
    after: readRowCursor(request, sorting),
    limit: size + 1,
  }
  const page = toPage(await findRows(db, wanted, bounds), size, cursorParts(sorting))
  return { ...page, rows: page.rows.map((row) => toRow(columns, row)) }
}

export async function countRows(
  db: Database,
  table: StackTable,
  request: RowsRequest = {},
  bounds = BOUNDS,
): Promise<number> {
  if (!isFiltered(request)) return countAll(db, table, bounds)
  const { conditions = [], belowConfidence } = request
  const value = await rarest(db, indexedValues(table, conditions), bounds.few)
  const isAll = conditions.length === 1 && belowConfidence === undefined
  if (value?.isWhole && isAll) return countValue(db, value)
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

const isFiltered = ({ conditions = [], belowConfidence }: RowsRequest): boolean =>
  conditions.length > 0 || belowConfidence !== undefined

function whereRows(
  table: StackTable,
  { conditions = [], belowConfidence }: RowsRequest,
): RawBuilder<boolean> {
  const parts = [
    sql<boolean>`r.table_id = ${table.id}::uuid and r.cells is not null`,
    ...conditions.map(whereOf),
  ]
  if (belowConfidence !== undefined) parts.push(hasDoubtful(table.columns, belowConfidence))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The confidence of a column that was dropped no longer counts. */
const hasDoubtful = (columns: readonly Column[], threshold: number) => sql<boolean>`
  exists (
    select from jsonb_each(r.cells) cell
    where cell.key = any(${columns.map(({ id }) => id)}::text[])
      and (cell.value -> 'c')::numeric < ${threshold}::numeric
  )`

/** The column of this name, or of this argument name. */
export function getColumn({ columns }: StackTable, name: string): Column {
  const column = columns.find((one) => one.name === name) ?? columns.find((one) => one.key === name)
  if (column !== undefined) return column
  const valid = columns.map((one) => one.name).join(', ') || 'none'
  throw new ToolError(
    'invalid_input',
    `Unknown column '${name.slice(0, 64)}'. Valid columns: ${valid}.`,
  )
}
