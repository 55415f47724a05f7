import { NO_LETTA } from '../targets/letta.ts'
import { type DeliverTo, readDeliverTo } from './deliver-to.ts'

/** The recipient of a prompt: a name or id, and the agent's settings if it is registered. */
export type Recipient = {
  readonly workspaceId: string
  readonly agentId: string
  /** Registered in the workspace. Otherwise `agentId` can only be the id of a Letta agent. */
  readonly isAgent: boolean
  readonly deliverTo: unknown
  readonly lettaAgentId: string | null
  /** Whether the workspace may send to this recipient on Letta. */
  readonly mayUseLetta: boolean
}

export type Destination = DeliverTo | { readonly kind: 'nowhere'; readonly problem: string }

/**
 * The destination of a recipient's prompts: its `deliver_to`; otherwise Letta if it has a
 * `letta_agent_id`; otherwise its inbox. An unregistered recipient is treated as the id of a Letta agent
 * if a Letta server is configured and the workspace may send to this id.
 */
export function destinationOf(recipient: Recipient, hasLetta: boolean): Destination {
  const { agentId, isAgent, deliverTo, lettaAgentId, mayUseLetta } = recipient
  const settings = deliverTo === null ? undefined : readDeliverTo(deliverTo)
  if (settings !== undefined && 'problem' in settings) return { kind: 'nowhere', ...settings }
  if (settings !== undefined && settings.kind !== 'letta') return settings
  const isUnset = settings === undefined && lettaAgentId === null
  if (isUnset && (isAgent || !hasLetta || !mayUseLetta)) return { kind: 'inbox' }
  if (!hasLetta) return { kind: 'nowhere', problem: NO_LETTA }
  return { kind: 'letta', agent_id: settings?.agent_id ?? lettaAgentId ?? agentId }
}
