import type { Database } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { type ShownRow, showRow } from '../cell.ts'
import type { Column } from '../columns.ts'
import { type Condition, whereOf } from './conditions.ts'
import type { StackTable } from './tables.ts'

export type Row = ShownRow & {
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

type RawRow = {
  document_id: string
  filename: string
  cells: string
  version: number
  updated_at: Date
  position: number
  rank: string
  number: string
  text: string
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
): Promise<Page<Row>> {
  const size = pageSize(request)
  const { sortBy, descending = false } = request
  const order = sortBy === undefined ? PLAIN : sortKey(sortBy)
  const after = readPlace(request)
  const { rows } = await sql<RawRow>`
    select r.document_id, d.filename, r.cells::text as cells, r.version, r.updated_at, r.position,
      ${order.rank}::text as rank, ${order.number}::text as number, ${order.text} as text
    from stack_table_rows r join documents d on d.id = r.document_id
    where ${whereRows(table, request)} and ${after ? isAfter(order, descending, after) : sql`true`}
    order by ${orderBy(order, descending)}
    limit ${size + 1}::integer`.execute(db)
  const page = toPage(rows, size, ({ position, rank, number, text }) => [
    String(position),
    rank,
    number,
    text,
  ])
  return { ...page, rows: page.rows.map((row) => toRow(columns, row)) }
}

export async function countRows(
  db: Database,
  table: StackTable,
  request: RowsRequest = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stack_table_rows r where ${whereRows(table, request)}`.execute(db)
  return rows[0]?.count ?? 0
}

const toRow = (columns: readonly Column[], row: RawRow): Row => ({
  document_id: row.document_id,
  filename: row.filename,
  ...showRow(columns, row.cells),
  version: row.version,
  updated_at: row.updated_at,
})

function whereRows(table: StackTable, { conditions = [], belowConfidence }: RowsRequest) {
  const parts = [
    sql<boolean>`r.table_id = ${table.id}::uuid and r.cells is not null`,
    ...conditions.map(whereOf),
  ]
  if (belowConfidence !== undefined) parts.push(hasDoubtful(table.columns, belowConfidence))
  return sql.join(parts, sql` and `)
}

/** The confidence of a column that was dropped no longer counts. */
const hasDoubtful = (columns: readonly Column[], threshold: number) => sql<boolean>`
  exists (
    select from jsonb_each(r.cells) cell
    where cell.key = any(${columns.map(({ id }) => id)}::text[])
      and (cell.value -> 'c')::numeric < ${threshold}::numeric
  )`

type SortKey = Record<'rank' | 'number' | 'text', RawBuilder<unknown>>

const PLAIN: SortKey = { rank: sql`0`, number: sql`0`, text: sql`''` }

function sortKey({ id }: Column): SortKey {
  const value = sql`(r.cells -> ${id}::text -> 'v')`
  const text = sql`(r.cells -> ${id}::text ->> 'v')`
  return {
    rank: sql`(case jsonb_typeof(${value}) when 'number' then 0 when 'string' then 1 else 2 end)`,
    number: sql`(case jsonb_typeof(${value}) when 'number' then ${text}::numeric else 0 end)`,
    text: sql`(case jsonb_typeof(${value}) when 'string' then left(${text}, 200) else '' end)`,
  }
}

const C = sql`collate "C"`

function orderBy(order: SortKey, descending: boolean) {
  if (order === PLAIN) return sql`r.position`
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`${order.rank}, ${order.number} ${direction}, ${order.text} ${C} ${direction}, r.position`
}

type Place = [position: string, rank: string, number: string, text: string]

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

function readPlace(request: RowsRequest): Place | undefined {
  const place = readCursor(
    request,
    (position) => /^\d{1,18}$/.test(position),
    (rank) => /^[0-2]$/.test(rank),
    (number) => number.length < 2000 && isNumber(number),
    (text) => text.length <= 400 && !text.includes('\0') && text.isWellFormed(),
  )
  return place as Place | undefined
}

function isAfter(order: SortKey, descending: boolean, [position, rank, number, text]: Place) {
  if (order === PLAIN) return sql<boolean>`r.position > ${position}::bigint`
  const beyond = sql.raw(descending ? '<' : '>')
  const tie = sql`(${order.text} ${beyond} ${text}::text ${C}
    or (${order.text} = ${text}::text and r.position > ${position}::bigint))`
  return sql<boolean>`(${order.rank} > ${rank}::integer or (${order.rank} = ${rank}::integer
    and (${order.number} ${beyond} ${number}::numeric
      or (${order.number} = ${number}::numeric and ${tie}))))`
}

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
