import type { Database, DB, Tx } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import type { Selectable } from 'kysely'
import { checkNewName, isName, nameTaken, notFound } from '../name.ts'

const COLUMNS = ['id', 'name', 'context_deletion', 'created_at'] as const

/** The columns that can change. The database has a check for `context_deletion`. */
type Settings = { context_deletion: 'readers' | 'writer' }

export type Workspace = Pick<Selectable<DB['workspaces']>, (typeof COLUMNS)[number]> & Settings

export async function createWorkspace(db: Database, name: string): Promise<Workspace> {
  checkNewName('workspace', name)
  const workspace = await db
    .insertInto('workspaces')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(COLUMNS)
    .$narrowType<Settings>()
    .executeTakeFirst()
  if (workspace === undefined) throw nameTaken('workspace', name)
  return workspace
}

export async function findWorkspaceByName(
  db: Database,
  name: string,
): Promise<Workspace | undefined> {
  if (!isName(name)) return undefined
  return db
    .selectFrom('workspaces')
    .select(COLUMNS)
    .$narrowType<Settings>()
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Throws for an unknown workspace. */
export async function getWorkspace(db: Database, name: string): Promise<Workspace> {
  const workspace = await findWorkspaceByName(db, name)
  if (workspace === undefined) throw notFound('workspace', name)
  return workspace
}

// Limits the names that a misspelt one is compared with.
const MAX_COMPARED = 1000

export async function listWorkspaceNames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('name').limit(MAX_COMPARED).execute()
  return rows.map(({ name }) => name)
}

export async function listWorkspaces(
  db: Database,
  request: PageRequest = {},
): Promise<Page<Workspace>> {
  const size = pageSize(request)
  const [after] = readCursor(request, isName) ?? []
  const rows = await db
    .selectFrom('workspaces')
    .select(COLUMNS)
    .$narrowType<Settings>()
    .$if(after !== undefined, (query) => query.where('name', '>', after as string))
    .orderBy('name')
    .limit(size + 1)
    .execute()
  return toPage(rows, size, ({ name }) => [name])
}

/** Locks the workspace until the transaction ends. Throws for an unknown workspace. */
export async function lockWorkspace(trx: Tx, name: string): Promise<Workspace> {
  const workspace = isName(name)
    ? await trx
        .selectFrom('workspaces')
        .select(COLUMNS)
        .$narrowType<Settings>()
        .where('name', '=', name)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (workspace === undefined) throw notFound('workspace', name)
  return workspace
}

/** Changes a workspace that `lockWorkspace` has locked. */
export const updateWorkspace = (trx: Tx, id: string, settings: Settings): Promise<Workspace> =>
  trx
    .updateTable('workspaces')
    .set(settings)
    .where('id', '=', id)
    .returning(COLUMNS)
    .$narrowType<Settings>()
    .executeTakeFirstOrThrow()

/** Requests with the root key act in this workspace by default. */
const DEFAULT_WORKSPACE = 'default'

/**
 * Deletes a workspace with everything in it and returns it: agents, keys, context, stacks, schedules and threads.
 * Its rows in the call log stay. Throws for an unknown workspace and for the default one.
 */
export async function deleteWorkspace(db: Database, name: string): Promise<Workspace> {
  if (name === DEFAULT_WORKSPACE) {
    throw new ToolError('conflict', `Workspace "${name}" cannot be deleted`, {
      suggestion: 'Delete its agents, stacks and schedules one by one.',
    })
  }
  const deleted = isName(name)
    ? await db
        .deleteFrom('workspaces')
        .where('name', '=', name)
        .returning(COLUMNS)
        .$narrowType<Settings>()
        .executeTakeFirst()
    : undefined
  if (deleted === undefined) throw notFound('workspace', name)
  return deleted
}
