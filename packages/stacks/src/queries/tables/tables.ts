import { type Database, sortKey, type Tx } from '@quartermaster/db'
import {
  isStorable,
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkPlainText } from '../../cells/plain-text.ts'
import type { Column, ColumnDefinition } from '../../columns/column.ts'
import { planColumns } from '../../columns/plan-columns.ts'
import { isId, notFound } from '../../not-found.ts'
import { ambiguousName, MAX_CANDIDATES, notFoundByName } from '../similar-name.ts'
import { resolveStackId } from './stacks.ts'

/** The sort index of one column. It contains the rows up to `filledTo`, and all rows if `isComplete`. */
export type SortIndex = {
  readonly id: number
  readonly filledTo: number
  readonly isComplete: boolean
}

export type StackTable = {
  readonly id: string
  readonly workspaceId: string
  readonly stackId: string
  readonly name: string
  readonly mode: 'auto' | 'custom'
  readonly columns: readonly Column[]
  /** The schema version: each change of the columns increments it. */
  readonly version: number
  /** The number in the last column id that was assigned; ids are never reused. */
  readonly lastColumnNumber: number
  /** By column id. */
  readonly sortIndexes: Readonly<Record<string, SortIndex>>
  /** `stack_row_counts` holds the number of rows of this table. */
  readonly isCounted: boolean
  readonly completedAt: Date | null
  readonly completedBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const SORT_INDEXES = sql<Record<string, SortIndex>>`(
  select coalesce(jsonb_object_agg(i.column_id, jsonb_build_object(
    'id', i.id, 'filledTo', i.filled_to, 'isComplete', i.is_complete)), '{}')
  from stack_sort_indexes i where i.table_id = stack_tables.id)`

const COLUMNS = [
  'id',
  'workspace_id as workspaceId',
  'stack_id as stackId',
  'name',
  'mode',
  'columns',
  'columns_version as version',
  'last_column_number as lastColumnNumber',
  SORT_INDEXES.as('sortIndexes'),
  'is_counted as isCounted',
  'completed_at as completedAt',
  'completed_by as completedBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

// `columns` and `mode` are validated when they are written.
const toTable = (row: object): StackTable => row as StackTable

/**
 * Finds a table by its id, or by its name if no other table of the workspace has the same name.
 * Every route and tool that takes a table resolves it here.
 */
export async function getTable(
  db: Database,
  workspaceId: string,
  idOrName: string,
): Promise<StackTable> {
  if (!isStorable(idOrName)) throw notFound('table')
  const rows = await db
    .selectFrom('stack_tables')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where(isId(idOrName) ? 'id' : 'name', '=', idOrName)
    .orderBy('created_at')
    .limit(MAX_CANDIDATES)
    .execute()
  const [row] = rows
  if (row === undefined) throw await notFoundByName(db, workspaceId, 'table', idOrName)
  if (rows.length > 1) throw ambiguousTable(rows.map(toTable))
  return toTable(row)
}

/** Tables of any workspaces, by id. */
export async function getTables(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StackTable>> {
  // A subquery hides the length of the array from PostgreSQL, which would otherwise plan for each length.
  const rows = await db
    .selectFrom('stack_tables')
    .select(COLUMNS)
    .where(sql<boolean>`id = any(array(select unnest(${ids}::uuid[])))`)
    .execute()
  return new Map(rows.map(toTable).map((table) => [table.id, table]))
}

const ambiguousTable = (tables: readonly StackTable[]): ToolError =>
  ambiguousName(
    'table',
    tables[0]?.name ?? '',
    tables.map(({ id }) => id),
    tables.map(({ id, stackId }) => ({ id, stack_id: stackId })),
  )

/** Locks the table against all writers of rows until the transaction ends. */
export async function lockTable(trx: Tx, workspaceId: string, id: string): Promise<StackTable> {
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
  stack: string,
  { name, mode, custom_columns: custom = [] }: NewTable,
  now: Date,
): Promise<StackTable> {
  const stackId = await resolveStackId(db, workspaceId, stack)
  checkPlainText({ name })
  if (mode === 'auto' && custom.length > 0) {
    throw new ToolError('invalid_input', "Parameter 'custom_columns' requires mode 'custom'.", {
      suggestion:
        'Set "mode": "custom" to use these columns, or leave out custom_columns to let an agent define them.',
    })
  }
  if (mode === 'custom' && custom.length === 0) {
    throw new ToolError('invalid_input', "Mode 'custom' requires 'custom_columns'.", {
      suggestion:
        'Name the columns, for example "custom_columns": ["vendor", "date", {"name": "amount", "type": "number"}], or use mode \'auto\'.',
    })
  }
  const plan =
    mode === 'custom'
      ? planColumns([], 0, custom.map(toDefinition))
      : { columns: [], lastNumber: 0 }
  const row = await db
    .insertInto('stack_tables')
    .values({
      workspace_id: workspaceId,
      stack_id: stackId,
      name,
      mode,
      columns: JSON.stringify(plan.columns),
      columns_version: plan.columns.length > 0 ? 1 : 0,
      last_column_number: plan.lastNumber,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['stack_id', 'name']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
    .catch((error) => {
      // The stack was deleted after it was found.
      throw hasCode(error, '23503') ? notFound('stack') : error
    })
  if (row === undefined) throw await nameTaken(db, stackId, name)
  return toTable(row)
}

/** A plain name defines a text column of that name. */
const toDefinition = (column: string | ColumnDefinition): ColumnDefinition =>
  typeof column === 'string' ? { name: column } : column

async function nameTaken(db: Database, stackId: string, name: string): Promise<ToolError> {
  const existing = await db
    .selectFrom('stack_tables')
    .select('id')
    .where('stack_id', '=', stackId)
    .where('name', '=', name)
    .executeTakeFirst()
  return new ToolError('conflict', `The stack already has a table named '${name}'.`, {
    suggestion: existing
      ? `Use the existing table ${existing.id}, or choose another name.`
      : 'Choose another name, or try again.',
    ...(existing && { details: { table_id: existing.id } }),
  })
}

const CREATED = sortKey.time(sql`created_at`)

/** Oldest first. */
export async function listTables(
  db: Database,
  workspaceId: string,
  stackId: string,
  request: PageRequest = {},
): Promise<Page<StackTable>> {
  if (!isId(stackId)) throw notFound('stack')
  const size = pageSize(request)
  const [created, id] = readCursor(request, CREATED.isPosition, isId) ?? []
  const rows = await db
    .selectFrom('stack_tables')
    .select(COLUMNS)
    .select(CREATED.position.as('created'))
    .where('workspace_id', '=', workspaceId)
    .where('stack_id', '=', stackId)
    .$if(id !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) > (${CREATED.fromPosition(created ?? '')}, ${id}::uuid)`,
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, (row) => [row.created, row.id])
  return { ...page, rows: page.rows.map(({ created: _, ...row }) => toTable(row)) }
}

export async function renameTable(
  db: Database,
  workspaceId: string,
  table: string,
  name: string,
  now: Date,
): Promise<StackTable> {
  checkPlainText({ name })
  const { id, stackId } = await getTable(db, workspaceId, table)
  const row = await db
    .updateTable('stack_tables')
    .set({ name, updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
    .catch(async (error) => {
      throw hasCode(error, '23505') ? await nameTaken(db, stackId, name) : error
    })
  if (row === undefined) throw notFound('table')
  return toTable(row)
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Deletes the table with its rows and its history. */
export async function deleteTable(db: Database, workspaceId: string, table: string): Promise<void> {
  const { id } = await getTable(db, workspaceId, table)
  await db.deleteFrom('stack_tables').where('id', '=', id).execute()
}
