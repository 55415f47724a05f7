import type { Database } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, readCursor, toPage } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { makeKey } from '../keys/api-key.ts'
import { isName, notFound } from '../name.ts'

/** A key as it may be shown: without its secret, which is kept nowhere. */
export type ListedKey = {
  id: string
  agent: string
  paths: string[] | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

type KeyLimits = {
  expiresAt?: Date | null
  /** The only tools it reaches; all of the agent's unless told. */
  paths?: string[] | null
}

/** The only moment in which the whole key is known. Throws where there is no such agent. */
export async function createKey(
  db: Database,
  workspaceId: string,
  agent: string,
  { expiresAt = null, paths = null }: KeyLimits = {},
): Promise<{ id: string; key: string }> {
  if (!isName(agent)) throw notFound('agent', agent)
  const { id, key, hash } = makeKey()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_keys')
    .columns(['id', 'agent_id', 'hash', 'paths', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('agents')
        .select([
          sql<string>`${id}::text`.as('id'),
          'agents.id as agent_id',
          sql<Buffer>`${hash}::bytea`.as('hash'),
          sql<string[] | null>`${paths}::text[]`.as('paths'),
          sql<Date | null>`${expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', agent),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw notFound('agent', agent)
  return { id, key }
}

// JavaScript's dates end at milliseconds: the place on a page is kept in microseconds.
const CREATED = sql<string>`(extract(epoch from api_keys.created_at) * 1000000)::numeric(20)`
const isCreated = (text: string) => /^\d{1,20}$/.test(text)

/** The newest first. */
export async function listKeys(
  db: Database,
  workspaceId: string,
  request: PageRequest = {},
): Promise<Page<ListedKey>> {
  const size = pageSize(request)
  const [created, id] = readCursor(request, isCreated, isName) ?? []
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('agents', 'agents.id', 'api_keys.agent_id')
    .select(['api_keys.id', 'agents.name as agent', 'paths', 'api_keys.created_at'])
    .select(['expires_at', 'revoked_at', CREATED.as('created')])
    .where('agents.workspace_id', '=', workspaceId)
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(${CREATED}, api_keys.id) < (${created}::numeric, ${id}::text)`),
    )
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, (row) => [row.created, row.id])
  return { ...page, rows: page.rows.map(({ created, ...key }) => key) }
}

/** For good, and as often as you like; throws where there is no such key. */
export async function revokeKey(db: Database, workspaceId: string, id: string): Promise<void> {
  if (!isName(id)) throw notFound('key', id)
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .from('agents')
    .whereRef('agents.id', '=', 'api_keys.agent_id')
    .where('agents.workspace_id', '=', workspaceId)
    .where('api_keys.id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('key', id)
}

/** For the worker, in all workspaces; says how many there were, of a thousand at a time. */
export async function deleteExpiredKeys(db: Database, before: Date): Promise<number> {
  const expired = await db
    .selectFrom('api_keys')
    .select('id')
    .where('expires_at', '<', before)
    .limit(1000)
    .execute()
  // Even a deletion of nothing makes every gateway forget what it knows.
  if (expired.length === 0) return 0
  const ids = expired.map(({ id }) => id)
  await db.deleteFrom('api_keys').where(sql<boolean>`id = any(${ids}::text[])`).execute()
  return ids.length
}
