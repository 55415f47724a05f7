import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'

/** Suggestions are chosen from at most this many names. */
const MOST = 1000

/**
 * Names of registered agents and of subscribers, to suggest one for a misspelt name.
 * Reads: agents, memberships. Locks and writes: nothing.
 */
export async function listKnownAgents(db: Database, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    (select name from agents where workspace_id = ${workspaceId} limit ${MOST})
    union
    (select distinct agent from memberships
      where workspace_id = ${workspaceId} and left_tick is null limit ${MOST})`.execute(db)
  return rows.map(({ name }) => fromStorable(name))
}

/** Topics with subscribers, to suggest one for a misspelt name. */
export async function listKnownTopics(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('topics')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('subscribers', '>', 0)
    .orderBy('subscribers', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ name }) => fromStorable(name))
}
