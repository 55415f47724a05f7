import { type DeliverTo, readDeliverTo } from './deliver-to.ts'

/** What is known of a recipient: its name or id, and its settings if it is an agent of the workspace. */
export type Recipient = {
  readonly agentId: string
  readonly deliverTo: unknown
  readonly lettaAgentId: string | null
}

export type Place =
  | Exclude<DeliverTo, { kind: 'letta' }>
  | { readonly kind: 'letta'; readonly agent_id: string }
  | { readonly kind: 'nowhere'; readonly problem: string }

/**
 * Where a prompt for somebody goes: where the agent's own settings say; else to Letta, if it has
 * an id there or if there is a Letta at all; else into its inbox.
 */
export function placeOf({ agentId, deliverTo, lettaAgentId }: Recipient, hasLetta: boolean): Place {
  const settings = deliverTo === null ? undefined : readDeliverTo(deliverTo)
  if (settings !== undefined && 'problem' in settings) return { kind: 'nowhere', ...settings }
  if (settings !== undefined && settings.kind !== 'letta') return settings
  if (settings === undefined && lettaAgentId === null && !hasLetta) return { kind: 'inbox' }
  if (!hasLetta) {
    const problem = 'The agent is on Letta, and no Letta server is configured: set LETTA_BASE_URL.'
    return { kind: 'nowhere', problem }
  }
  return { kind: 'letta', agent_id: settings?.agent_id ?? lettaAgentId ?? agentId }
}
