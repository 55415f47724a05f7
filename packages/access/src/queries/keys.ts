import { type Database, sortKey } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { makeKey } from '../keys/api-key.ts'
import { isName, notFound } from '../name.ts'
import { getAgent } from './agents.ts'

/** A key without its secret, which is never stored. */
export type ListedKey = {
  id: string
  agent: string
  paths: string[] | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  /** Accurate to the minute; null for a key that was never used. */
  last_used_at: Date | null
}

type KeyLimits = {
  expiresAt?: Date | null
  /** The only tool paths that the key may call; by default, all that its agent may call. */
  paths?: string[] | null
}

/**
 * Valid keys per agent: an agent with more creates new keys instead of reusing them. Keys with `paths`
 * are counted separately.
 */
const MAX_KEYS = 1000

/**
 * Creates a key and returns its full text, which cannot be read again. Throws for an unknown agent, and
 * for one that already has MAX_KEYS valid keys of the same kind.
 */
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
        .where('name', '=', agent)
        .where(sql<boolean>`(
          select count(*) from api_keys
          where agent_id = agents.id and (paths is null) = ${paths === null} and revoked_at is null
            and (expires_at is null or expires_at > now())
        ) < ${MAX_KEYS}`),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return { id, key }
  await getAgent(db, workspaceId, agent)
  throw new ToolError(
    'conflict',
    `Agent "${agent}" has ${MAX_KEYS} ${paths === null ? '' : 'limited '}keys already`,
    {
      suggestion:
        'Reuse a key, set a shorter expires_in, or revoke keys with DELETE /v1/keys/{id}.',
    },
  )
}

const CREATED = sortKey.time(sql`api_keys.created_at`)

/** Keys of a workspace, newest first. */
export async function listKeys(
  db: Database,
  workspaceId: string,
  request: PageRequest & { agent?: string } = {},
): Promise<Page<ListedKey>> {
  const size = pageSize(request)
  const [created, id] = readCursor(request, CREATED.isPosition, isName) ?? []
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('agents', 'agents.id', 'api_keys.agent_id')
    .select(['api_keys.id', 'agents.name as agent', 'paths', 'api_keys.created_at'])
    .select(['expires_at', 'revoked_at', 'last_used_at', CREATED.position.as('created')])
    .where('agents.workspace_id', '=', workspaceId)
    .$if(request.agent !== undefined, (query) =>
      query.where('agents.name', '=', request.agent ?? ''),
    )
    .$if(id !== undefined, (query) =>
      query.where(
        sql<boolean>`(api_keys.created_at, api_keys.id) < (${CREATED.fromPosition(created ?? '')}, ${id}::text)`,
      ),
    )
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, (row) => [row.created, row.id])
  return { ...page, rows: page.rows.map(({ created, ...key }) => key) }
}

/** Revokes a key for good and returns it; a second call changes nothing. Throws for an unknown key. */
export async function revokeKey(db: Database, workspaceId: string, id: string) {
  const revoked = isName(id)
    ? await db
        .updateTable('api_keys')
        .set({ revoked_at: sql`coalesce(revoked_at, now())` })
        .from('agents')
        .whereRef('agents.id', '=', 'api_keys.agent_id')
        .where('agents.workspace_id', '=', workspaceId)
        .where('api_keys.id', '=', id)
        .returning(['agents.name as agent', 'expires_at', 'revoked_at'])
        .executeTakeFirst()
    : undefined
  if (revoked === undefined) throw notFound('key', id)
  return revoked
}

/** Sets `last_used_at` of keys to now. */
export async function saveKeyUse(db: Database, ids: readonly string[]): Promise<void> {
  await sql`update api_keys set last_used_at = now() where id = any(${ids}::text[])`.execute(db)
}

/** Deletes up to 1,000 keys of all workspaces that expired before `before`; returns how many. */
export async function deleteExpiredKeys(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', 'in', (from) =>
      from.selectFrom('api_keys').select('id').where('expires_at', '<', before).limit(1000),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
