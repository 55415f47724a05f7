import type { Database } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, readCursor, toPage } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkPlainText } from '../../cells/plain-text.ts'
import { isId, notFound } from '../../not-found.ts'
import { fromMicroseconds, isMicroseconds, microseconds } from '../timestamp-cursor.ts'

export type Stack = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

export type NewStack = { readonly name: string; readonly description?: string | null }

const COLUMNS = ['id', 'name', 'description', 'created_at', 'updated_at'] as const

export async function createStack(
  db: Database,
  workspaceId: string,
  { name, description = null }: NewStack,
  now: Date,
): Promise<Stack> {
  checkPlainText({ name, description })
  return db
    .insertInto('stacks')
    .values({ workspace_id: workspaceId, name, description, created_at: now, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function getStack(db: Database, workspaceId: string, id: string): Promise<Stack> {
  const stack = isId(id)
    ? await db
        .selectFrom('stacks')
        .select(COLUMNS)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (stack === undefined) throw notFound('stack')
  return stack
}

/** In the order of their making. */
export async function listStacks(
  db: Database,
  workspaceId: string,
  request: PageRequest = {},
): Promise<Page<Stack>> {
  const size = pageSize(request)
  const [made, id] = readCursor(request, isMicroseconds, isId) ?? []
  const rows = await db
    .selectFrom('stacks')
    .select(COLUMNS)
    .select(microseconds('created_at').as('made'))
    .where('workspace_id', '=', workspaceId)
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${fromMicroseconds(made)}, ${id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, (row) => [row.made, row.id])
  return { ...page, rows: page.rows.map(({ made: _, ...stack }) => stack) }
}

export async function updateStack(
  db: Database,
  workspaceId: string,
  id: string,
  changes: Partial<NewStack>,
  now: Date,
): Promise<Stack> {
  if (!isId(id)) throw notFound('stack')
  checkPlainText(changes)
  const stack = await db
    .updateTable('stacks')
    .set({ ...changes, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (stack === undefined) throw notFound('stack')
  return stack
}

/** With its tables, their rows and their history; the documents stay. */
export async function deleteStack(db: Database, workspaceId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('stack')
  const { numDeletedRows } = await db
    // Whole tables go faster than all their rows with the places of the documents.
    .with('tables', (inner) =>
      inner
        .deleteFrom('stack_tables')
        .where('workspace_id', '=', workspaceId)
        .where('stack_id', '=', id),
    )
    .deleteFrom('stacks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('stack')
}
