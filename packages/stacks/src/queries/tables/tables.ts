import type { Database } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkPlainText } from '../../cells/plain-text.ts'
import { type Column, type ColumnDefinition, planColumns } from '../../columns/plan-columns.ts'
import { isId, notFound } from '../../not-found.ts'
import { fromMicroseconds, isMicroseconds, microseconds } from '../timestamp-cursor.ts'

/** The rows of a table in the order of a column, once all of them are in it. */
export type Order = {
  readonly id: number
  /** Until then, the position of the last row that is. */
  readonly filled: true | number
}

export type StackTable = {
  readonly id: string
  readonly workspaceId: string
  readonly stackId: string
  readonly name: string
  readonly mode: 'auto' | 'custom'
  readonly columns: readonly Column[]
  /** Goes up with every change of the columns. */
  readonly version: number
  readonly columnsMade: number
  /** By the id of their column. */
  readonly orders: Readonly<Record<string, Order>>
  /** Whether the number of its rows is kept. */
  readonly isCounted: boolean
  readonly completedAt: Date | null
  readonly completedBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLUMNS = [
  'id',
  'workspace_id as workspaceId',
  'stack_id as stackId',
  'name',
  'mode',
  'columns',
  'columns_version as version',
  'columns_made as columnsMade',
  'orders',
  'is_counted as isCounted',
  'completed_at as completedAt',
  'completed_by as completedBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** The shapes that the migration's checks and the code that writes them promise. */
const toTable = (row: object): StackTable => row as StackTable

export async function findTable(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<StackTable | undefined> {
  if (!isId(id)) return undefined
  const row = await db
    .selectFrom('stack_tables')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toTable(row)
}

export async function getTable(db: Database, workspaceId: string, id: string): Promise<StackTable> {
  const table = await findTable(db, workspaceId, id)
  if (table === undefined) throw notFound('table')
  return table
}

/**
 * The table, for this transaction alone: whoever writes rows waits for its end, and whoever has
 * written them has ended. Inside a transaction only.
 */
export async function lockTable(
  trx: Database,
  workspaceId: string,
  id: string,
): Promise<StackTable> {
  const row = await trx
    .selectFrom('stack_tables')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound('table')
  return toTable(row)
}

export type NewTable = {
  readonly name: string
  readonly mode: 'auto' | 'custom'
  readonly custom_columns?: readonly (string | ColumnDefinition)[]
}

export async function createTable(
  db: Database,
  workspaceId: string,
  stackId: string,
  { name, mode, custom_columns: custom = [] }: NewTable,
  now: Date,
): Promise<StackTable> {
  if (!isId(stackId)) throw notFound('stack')
  checkPlainText({ name })
  if (mode === 'auto' && custom.length > 0) {
    throw new ToolError('invalid_input', "Parameter 'custom_columns' goes with the mode custom.")
  }
  const wanted = custom.map((column) => (typeof column === 'string' ? { name: column } : column))
  const { columns, made } =
    mode === 'custom' ? planColumns([], 0, wanted) : { columns: [], made: 0 }
  const row = await db
    .insertInto('stack_tables')
    .columns([
      'workspace_id',
      'stack_id',
      'name',
      'mode',
      'columns',
      'columns_version',
      'columns_made',
      'created_at',
      'updated_at',
    ])
    .expression((from) =>
      from
        .selectFrom('stacks')
        .select(['workspace_id', 'id as stack_id'])
        .select([
          sql<string>`${name}::text`.as('name'),
          sql<string>`${mode}::text`.as('mode'),
          sql<string>`${JSON.stringify(columns)}::jsonb`.as('columns'),
          sql<number>`${columns.length > 0 ? 1 : 0}::integer`.as('columns_version'),
          sql<number>`${made}::integer`.as('columns_made'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('updated_at'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', stackId),
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  if (row === undefined) throw notFound('stack')
  return toTable(row)
}

/** In the order of their making. */
export async function listTables(
  db: Database,
  workspaceId: string,
  stackId: string,
  request: PageRequest = {},
): Promise<Page<StackTable>> {
  if (!isId(stackId)) throw notFound('stack')
  const size = pageSize(request)
  const [made, id] = readCursor(request, isMicroseconds, isId) ?? []
  const rows = await db
    .selectFrom('stack_tables')
    .select(COLUMNS)
    .select(microseconds('created_at').as('made'))
    .where('workspace_id', '=', workspaceId)
    .where('stack_id', '=', stackId)
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${fromMicroseconds(made)}, ${id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, (row) => [row.made, row.id])
  return { ...page, rows: page.rows.map(({ made: _, ...row }) => toTable(row)) }
}

export async function renameTable(
  db: Database,
  workspaceId: string,
  id: string,
  name: string,
  now: Date,
): Promise<StackTable> {
  if (!isId(id)) throw notFound('table')
  checkPlainText({ name })
  const row = await db
    .updateTable('stack_tables')
    .set({ name, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (row === undefined) throw notFound('table')
  return toTable(row)
}

/** With its rows and its history. */
export async function deleteTable(db: Database, workspaceId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('table')
  const { numDeletedRows } = await db
    .deleteFrom('stack_tables')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('table')
}
