import { arrayParameter, type Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { hashOf } from '../../reader.ts'

export type NamedAgents = { readonly workspaceId: string; readonly agents: readonly string[] }

/**
 * For each request, the names of agents that are not registered and have never subscribed to a topic.
 * They are probably misspelt, though an agent of that name may appear later.
 * Reads: agents, memberships. Locks and writes: nothing.
 */
export async function findUnknownAgents(
  db: Database,
  requests: readonly NamedAgents[],
): Promise<string[][]> {
  const named = requests.flatMap(({ workspaceId, agents }, request) =>
    agents.map((agent) => ({ request, workspaceId, agent })),
  )
  const unknown = requests.map((): string[] => [])
  if (named.length === 0) return unknown
  const { rows } = await sql<{ ordinal: number }>`
    select named.ordinal
    from unnest(
      ${arrayParameter(
        named.map(({ workspaceId }) => workspaceId),
        'uuid',
      )},
      ${arrayParameter(
        // Names of registered agents need no encoding.
        named.map(({ agent }) => agent.toWellFormed().replaceAll('\0', '\ufffd')),
        'text',
      )},
      ${arrayParameter(
        named.map(({ agent }) => hashOf(agent)),
        'bytea',
      )}
    ) with ordinality as named (workspace_id, name, hash, ordinal)
    where not exists (
        select from agents
        where agents.workspace_id = named.workspace_id and agents.name = named.name
      )
      and not exists (
        select from memberships m
        where m.workspace_id = named.workspace_id and m.agent_hash = named.hash
      )
    order by named.ordinal`.execute(db)
  for (const { ordinal } of rows) {
    const row = named[ordinal - 1]
    if (row !== undefined) unknown[row.request]?.push(row.agent)
  }
  return unknown
}
