import { type DeliverTo, readDeliverTo } from './deliver-to.ts'

/** What is known of a recipient: its name or id, and its settings if it is an agent of the workspace. */
export type Recipient = {
  readonly workspaceId: string
  readonly agentId: string
  /** An agent of the workspace; else it can only be one of Letta's. */
  readonly isAgent: boolean
  readonly deliverTo: unknown
  readonly lettaAgentId: string | null
}

export type Place =
  | Exclude<DeliverTo, { kind: 'letta' }>
  | { readonly kind: 'letta'; readonly agent_id: string }
  | { readonly kind: 'nowhere'; readonly problem: string }

/**
 * Where a prompt for somebody goes: where the agent's own settings say; else to Letta, if it has
 * an id there; else into its inbox. Who is no agent of the workspace is taken for one of Letta's,
 * where there is a Letta.
 */
export function placeOf(recipient: Recipient, hasLetta: boolean): Place {
  const { agentId, isAgent, deliverTo, lettaAgentId } = recipient
  const settings = deliverTo === null ? undefined : readDeliverTo(deliverTo)
  if (settings !== undefined && 'problem' in settings) return { kind: 'nowhere', ...settings }
  if (settings !== undefined && settings.kind !== 'letta') return settings
  const isUnset = settings === undefined && lettaAgentId === null
  if (isUnset && (isAgent || !hasLetta)) return { kind: 'inbox' }
  if (!hasLetta) {
    const problem = 'The agent is on Letta, and no Letta server is configured: set LETTA_BASE_URL.'
    return { kind: 'nowhere', problem }
  }
  return { kind: 'letta', agent_id: settings?.agent_id ?? lettaAgentId ?? agentId }
}
