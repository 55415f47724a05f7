import type { Database } from '@quartermaster/db'
import type { Recipient } from '@quartermaster/delivery'

/** The recipient with this name or id, and its settings if it is registered. */
export async function getRecipient(
  db: Database,
  workspaceId: string,
  name: string,
): Promise<Recipient> {
  const agent = await db
    .selectFrom('agents')
    .select(['deliver_to as deliverTo', 'letta_agent_id as lettaAgentId'])
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
  const settings = agent ?? { deliverTo: null, lettaAgentId: null }
  return { workspaceId, agentId: name, isAgent: agent !== undefined, ...settings }
}

export const listWorkspaceAgents = (db: Database, workspaceId: string, limit: number) =>
  db
    .selectFrom('agents')
    .select(['name', 'deliver_to', 'letta_agent_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .limit(limit)
    .execute()
