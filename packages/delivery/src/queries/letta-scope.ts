import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a workspace may send to `lettaAgentId`: it has an agent with this `letta_agent_id`, or it
 * is the workspace that the Letta server belongs to and no other workspace has such an agent.
 */
export const mayUseLettaAgent = (
  workspaceId: RawBuilder<string>,
  lettaAgentId: RawBuilder<string>,
  lettaWorkspace: string | undefined,
) => sql<boolean>`(
  exists (
    select from agents own
    where own.workspace_id = ${workspaceId} and own.letta_agent_id = ${lettaAgentId}
  ) or exists (
    select from workspaces owner
    where owner.id = ${workspaceId} and owner.name = ${lettaWorkspace ?? null}
  ) and not exists (
    select from agents other
    where other.letta_agent_id = ${lettaAgentId} and other.workspace_id <> ${workspaceId}
  )
)`
