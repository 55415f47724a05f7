import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Recipient } from '../recipients/destination.ts'
import { mayUseLettaAgent } from './letta-scope.ts'

/** The recipient with this name or id, and its settings if it is registered. */
export async function getRecipient(
  db: Database,
  workspaceId: string,
  agentId: string,
  lettaWorkspace: string | undefined,
): Promise<Recipient> {
  const { rows } = await sql<Omit<Recipient, 'workspaceId' | 'agentId'>>`
    select a.name is not null as "isAgent", a.deliver_to as "deliverTo",
      a.letta_agent_id as "lettaAgentId",
      a.name is not null or ${mayUseLettaAgent(sql`w.id`, sql`${agentId}`, lettaWorkspace)} as "mayUseLetta"
    from workspaces w
    left join agents a on a.workspace_id = w.id and a.name = ${agentId}
    where w.id = ${workspaceId}
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The workspace does not exist')
  return { workspaceId, agentId, ...row }
}

export const listWorkspaceAgents = (db: Database, workspaceId: string, limit: number) =>
  db
    .selectFrom('agents')
    .select(['name', 'deliver_to', 'letta_agent_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .limit(limit)
    .execute()

/** Ids of Letta agents that only other workspaces have registered. */
export async function listForeignLettaAgents(
  db: Database,
  workspaceId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select letta_agent_id as id from agents where letta_agent_id is not null
    group by letta_agent_id having bool_and(workspace_id <> ${workspaceId})
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
