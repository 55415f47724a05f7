import type { Database, DB } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, readCursor, toPage } from '@quartermaster/toolkit'
import type { Selectable } from 'kysely'
import { isName, notFound } from '../name.ts'

export type Role = Omit<Selectable<DB['roles']>, 'workspace_id'>

type RoleLimits = { name: string; allowed_tools?: string[] | null; denied_tools?: string[] }

const COLUMNS = ['name', 'allowed_tools', 'denied_tools', 'created_at'] as const

/** Makes the role, or puts these limits in the place of the ones it has. */
export function saveRole(
  db: Database,
  workspaceId: string,
  { name, allowed_tools = null, denied_tools = [] }: RoleLimits,
): Promise<Role> {
  return db
    .insertInto('roles')
    .values({ workspace_id: workspaceId, name, allowed_tools, denied_tools })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'name']).doUpdateSet({ allowed_tools, denied_tools }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
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

/** Agents that have the role may do nothing from now on; throws where there is no such role. */
export async function deleteRole(db: Database, workspaceId: string, name: string): Promise<void> {
  if (!isName(name)) throw notFound('role', name)
  const { numDeletedRows } = await db
    .deleteFrom('roles')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('role', name)
}
