import type { Database, DB } from '@quartermaster/db'
import {
  likelyMisspelling,
  type Page,
  type PageRequest,
  pageSize,
  quote,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import type { Selectable } from 'kysely'
import { checkNewName, isName, notFound } from '../name.ts'

export type Role = Omit<Selectable<DB['roles']>, 'workspace_id'>

type RoleLimits = { name: string; allowed_tools?: string[] | null; denied_tools?: string[] }

const COLUMNS = ['name', 'allowed_tools', 'denied_tools', 'created_at'] as const

/** Creates the role, or replaces its limits. */
export async function saveRole(
  db: Database,
  workspaceId: string,
  { name, allowed_tools = null, denied_tools = [] }: RoleLimits,
): Promise<Role> {
  checkNewName('role', name)
  return db
    .insertInto('roles')
    .values({ workspace_id: workspaceId, name, allowed_tools, denied_tools })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'name']).doUpdateSet({ allowed_tools, denied_tools }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function findRole(
  db: Database,
  workspaceId: string,
  name: string,
): Promise<Role | undefined> {
  return db
    .selectFrom('roles')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function listRoles(
  db: Database,
  workspaceId: string,
  request: PageRequest = {},
): Promise<Page<Role>> {
  const size = pageSize(request)
  const [after] = readCursor(request, isName) ?? []
  const rows = await db
    .selectFrom('roles')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .$if(after !== undefined, (query) => query.where('name', '>', after as string))
    .orderBy('name')
    .limit(size + 1)
    .execute()
  return toPage(rows, size, ({ name }) => [name])
}

/** Deletes a role and returns it. Its agents may call nothing from then on. Throws for an unknown role. */
export async function deleteRole(db: Database, workspaceId: string, name: string): Promise<Role> {
  const deleted = isName(name)
    ? await db
        .deleteFrom('roles')
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .returning(COLUMNS)
        .executeTakeFirst()
    : undefined
  if (deleted === undefined) throw notFound('role', name)
  return deleted
}

/**
 * Refuses a role that is probably misspelt. Other roles that do not exist are accepted, because they
 * can be created later; until then their agents may call nothing.
 */
export async function checkRole(
  db: Database,
  workspaceId: string,
  role: string | null | undefined,
): Promise<void> {
  if (role === null || role === undefined) return
  const rows = await db
    .selectFrom('roles')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .limit(1000)
    .execute()
  const names = rows.map(({ name }) => name)
  const meant = names.includes(role) ? undefined : likelyMisspelling(role, names)
  if (meant === undefined) return
  throw new ToolError('invalid_input', `No role ${quote(role)}. Did you mean ${quote(meant)}?`, {
    suggestion: 'Correct the role, or create it first with PUT /v1/roles/{name}.',
  })
}

/** A warning about a role that does not exist yet. */
export async function warnOfUnknownRole(
  db: Database,
  workspaceId: string,
  role: string | null | undefined,
): Promise<string[]> {
  if (role === null || role === undefined) return []
  if ((await findRole(db, workspaceId, role)) !== undefined) return []
  return [
    `There is no role ${quote(role)}, so the agent may call nothing until PUT /v1/roles/{name} creates it.`,
  ]
}
