import type { Database, DB } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, readCursor, toPage } from '@quartermaster/toolkit'
import type { Selectable } from 'kysely'
import { isName, nameTaken } from '../name.ts'

export type Workspace = Selectable<DB['workspaces']>

const COLUMNS = ['id', 'name', 'created_at'] as const

export async function createWorkspace(db: Database, name: string): Promise<Workspace> {
  const workspace = await db
    .insertInto('workspaces')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (workspace === undefined) throw nameTaken('workspace', name)
  return workspace
}

export async function findWorkspaceByName(
  db: Database,
  name: string,
): Promise<Workspace | undefined> {
  if (!isName(name)) return undefined
  return db.selectFrom('workspaces').select(COLUMNS).where('name', '=', name).executeTakeFirst()
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
    .$if(after !== undefined, (query) => query.where('name', '>', after as string))
    .orderBy('name')
    .limit(size + 1)
    .execute()
  return toPage(rows, size, ({ name }) => [name])
}
