import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { audienceOf, EVERYONE, hashOf } from '../../reader.ts'
import { covers, isLive } from './visibility.ts'

export type OperatorItem = {
  readonly id: number
  readonly key: string
  /** JSON text, only if a key was asked for. */
  readonly value: string | null
  readonly valueBytes: number
  readonly version: number
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly expiresAt: Date | null
  readonly isGlobal: boolean
  readonly topics: readonly string[]
  /** Agents that may read the value, directly or by a topic; at most `MAX_READERS`. */
  readonly readers: readonly string[]
}

type Row = {
  id: number
  key: string
  value: string | null
  value_bytes: number
  version: number
  written_by: string
  written_at: Date
  expires_at: Date | null
  audiences: string[]
  topics: string[]
  members: string[]
  agents: string[]
}

export const MAX_READERS = 100

type Options = {
  readonly now: Date
  readonly key?: string
  readonly before?: number
  limit: number
}

/**
 * All live items of a workspace, newest first, whoever may read them: for the operator.
 * Reads: context_items, topics, memberships, agents. Locks and writes: nothing.
 */
export async function listAllItems(
  db: Database,
  workspaceId: string,
  { now, key, before, limit }: Options,
): Promise<OperatorItem[]> {
  const { rows } = await sql<Row>`
    select i.id, i.key, i.version, i.written_by, i.written_at, i.expires_at, i.value_bytes,
      ${key === undefined ? sql`null` : sql`i.value`} as value, i.audiences,
      array(
        select t.name from topics t
        where t.workspace_id = i.workspace_id and t.generation = any (i.generations)
      ) as topics,
      array(
        select distinct m.agent from memberships m
        where m.workspace_id = i.workspace_id and m.generation = any (i.generations)
          and ${covers(sql.ref('i.tick'))}
        limit ${MAX_READERS}
      ) as members,
      array(select a.name from agents a where a.workspace_id = i.workspace_id) as agents
    from context_items i
    where i.workspace_id = ${workspaceId}::uuid and ${isLive('i', now)}
      and ${key === undefined ? sql`true` : sql`i.key_hash = ${hashOf(key)}`}
      and ${before === undefined ? sql`true` : sql`i.id < ${before}`}
    order by i.id desc
    limit ${limit}::integer`.execute(db)
  return rows.map(toItem)
}

function toItem(row: Row): OperatorItem {
  // Audiences contain hashes, so that names of any length fit: compare those of known agents.
  const direct = row.agents.filter((name) => row.audiences.includes(audienceOf(name)))
  const readers = new Set([...direct, ...row.members.map(fromStorable)])
  return {
    id: row.id,
    key: fromStorable(row.key),
    value: row.value,
    valueBytes: row.value_bytes,
    version: row.version,
    writtenBy: fromStorable(row.written_by),
    writtenAt: row.written_at,
    expiresAt: row.expires_at,
    isGlobal: row.audiences.includes(EVERYONE),
    topics: row.topics.map(fromStorable),
    readers: [...readers].slice(0, MAX_READERS),
  }
}
