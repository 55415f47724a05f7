import { type Database, sortKey } from '@quartermaster/db'
import {
  isStorable,
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkPlainText } from '../../cells/plain-text.ts'
import { isId, notFound } from '../../not-found.ts'
import { ambiguousName, MAX_CANDIDATES, notFoundByName } from '../similar-name.ts'

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

/**
 * Finds a stack by its id, or by its name if no other stack of the workspace has the same name.
 * Every route that takes a stack resolves it here.
 */
export async function getStack(
  db: Database,
  workspaceId: string,
  idOrName: string,
): Promise<Stack> {
  if (!isStorable(idOrName)) throw notFound('stack')
  const rows = await db
    .selectFrom('stacks')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where(isId(idOrName) ? 'id' : 'name', '=', idOrName)
    .orderBy('created_at')
    .limit(MAX_CANDIDATES)
    .execute()
  const [stack] = rows
  if (stack === undefined) throw await notFoundByName(db, workspaceId, 'stack', idOrName)
  if (rows.length > 1) {
    throw ambiguousName(
      'stack',
      stack.name,
      rows.map(({ id }) => id),
    )
  }
  return stack
}

export const resolveStackId = async (
  db: Database,
  workspaceId: string,
  idOrName: string,
): Promise<string> => (await getStack(db, workspaceId, idOrName)).id

const CREATED = sortKey.time(sql`created_at`)

/** Oldest first. */
export async function listStacks(
  db: Database,
  workspaceId: string,
  request: PageRequest = {},
): Promise<Page<Stack>> {
  const size = pageSize(request)
  const [created, id] = readCursor(request, CREATED.isPosition, isId) ?? []
  const rows = await db
    .selectFrom('stacks')
    .select(COLUMNS)
    .select(CREATED.position.as('created'))
    .where('workspace_id', '=', workspaceId)
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
  return { ...page, rows: page.rows.map(({ created: _, ...stack }) => stack) }
}

export async function updateStack(
  db: Database,
  workspaceId: string,
  stack: string,
  changes: Partial<NewStack>,
  now: Date,
): Promise<Stack> {
  checkPlainText(changes)
  const id = await resolveStackId(db, workspaceId, stack)
  const updated = await db
    .updateTable('stacks')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (updated === undefined) throw notFound('stack')
  return updated
}

/** Deletes the stack with its tables, their rows and their history. Its documents stay. */
export async function deleteStack(db: Database, workspaceId: string, stack: string): Promise<void> {
  const id = await resolveStackId(db, workspaceId, stack)
  await db
    // Deletes the tables first, so that the trigger on `stack_documents` finds no rows to delete document by document.
    .with('tables', (inner) => inner.deleteFrom('stack_tables').where('stack_id', '=', id))
    .deleteFrom('stacks')
    .where('id', '=', id)
    .execute()
}
