import type { Database } from '@quartermaster/db'
import type { Recipient } from '@quartermaster/delivery'

/** An agent of the workspace, with what says where its prompts go. */
export async function findRecipient(
  db: Database,
  workspaceId: string,
  name: string,
): Promise<Recipient | undefined> {
  return db
    .selectFrom('agents')
    .select(['name as agentId', 'deliver_to as deliverTo', 'letta_agent_id as lettaAgentId'])
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export const listWorkspaceAgents = (db: Database, workspaceId: string, limit: number) =>
  db
    .selectFrom('agents')
    .select(['name', 'deliver_to', 'letta_agent_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .limit(limit)
    .execute()
