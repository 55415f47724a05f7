import {
  type Destination,
  destinationOf,
  getRecipient,
  LettaFailure,
  listForeignLettaAgents,
  listWorkspaceAgents,
  type Recipient,
} from '@quartermaster/delivery'
import { type Call, closestName, quote, ToolError } from '@quartermaster/toolkit'
import type { PromptServices } from '../prompt-tool.ts'
import { inferAgent } from './infer-agent.ts'

type PromptCall = Pick<Call<PromptServices>, 'caller' | 'services' | 'metadata' | 'signal'>
type Scope = Pick<PromptCall, 'caller' | 'services'>

/** Whether the Letta server and the default agents of the environment belong to the caller's workspace. */
export function ownsLetta({ caller, services }: Scope): boolean {
  const { letta } = services.prompts.settings
  return letta === undefined || letta.workspace === caller.workspace
}

const findRecipient = ({ caller, services }: Scope, agentId: string): Promise<Recipient> =>
  getRecipient(services.db, caller.workspaceId, agentId, services.prompts.settings.letta?.workspace)

/** Infers the recipient of a call from its argument, metadata, caller and configuration. */
export async function inferRecipient(call: PromptCall, argument: string | undefined) {
  const { metadata } = call
  const own = await ownId(call)
  return inferAgent({
    metadata,
    settings: call.services.prompts.settings,
    hasDefaults: ownsLetta(call),
    ...(argument !== undefined && { argument }),
    ...(own !== undefined && { own }),
    listAgents: () => listTwoLettaAgents(call),
  })
}

/** The first two agents on Letta, without those of other workspaces. */
async function listTwoLettaAgents({ caller, services, signal }: PromptCall) {
  const { letta } = services.prompts.delivery
  if (letta === undefined) return []
  const agents = await letta.listAgents(2, { signal })
  const foreign = await listForeignLettaAgents(services.db, caller.workspaceId)
  return agents.filter(({ id }) => !foreign.has(id))
}

/** The calling agent's id on Letta, or its name if its prompts do not go to Letta. */
async function ownId(call: PromptCall): Promise<string | undefined> {
  const { caller, services } = call
  const hasLetta = services.prompts.settings.letta !== undefined
  const agent = await findRecipient(call, caller.agent)
  const isOperator = caller.isRoot && caller.agent === 'root' && !agent.isAgent
  if (isOperator) return undefined
  const hasDestination = agent.lettaAgentId !== null || agent.deliverTo !== null
  if (hasLetta && ownsLetta(call) && !hasDestination) return undefined
  const destination = destinationOf(agent, hasLetta)
  return destination.kind === 'letta' ? destination.agent_id : caller.agent
}

/** The recipient of a schedule, checked unless `skipValidation`. */
export async function resolveRecipient(
  call: PromptCall,
  argument: string | undefined,
  skipValidation: boolean,
): Promise<string> {
  const inferred = await inferRecipient(call, argument).catch((error) => {
    throw error instanceof LettaFailure ? notInferred(error.message) : error
  })
  if (inferred.agentId === null) throw notInferred(inferred.problem)
  if (!skipValidation) await checkRecipient(call, inferred.agentId)
  return inferred.agentId
}

const notInferred = (problem?: string) =>
  new ToolError(
    'invalid_input',
    `agent_id is required and could not be inferred${problem === undefined ? '.' : `: ${problem}.`}`,
    {
      suggestion:
        'Pass agent_id: one of the ids that promptyoself_agents lists. promptyoself_inference_diagnostics shows what was tried.',
    },
  )

/** Throws if the agent does not exist, or if its existence cannot be checked. */
export async function checkRecipient(
  call: Omit<PromptCall, 'metadata'>,
  agentId: string,
): Promise<void> {
  const { caller, services } = call
  const recipient = await findRecipient(call, agentId)
  const destination = destinationOf(recipient, services.prompts.settings.letta !== undefined)
  const isKnown = recipient.isAgent || agentId === caller.agent
  const problem = await findProblem(call, destination, isKnown, agentId)
  if (problem === undefined) return
  throw new ToolError(problem.code, `Agent validation failed: ${problem.message}`, {
    suggestion: problem.suggestion,
  })
}

type Problem = {
  readonly code: 'not_found' | 'upstream_failed'
  readonly message: string
  readonly suggestion: string
}

async function findProblem(
  call: Omit<PromptCall, 'metadata'>,
  destination: Destination,
  isKnown: boolean,
  agentId: string,
): Promise<Problem | undefined> {
  const { services, signal } = call
  if (destination.kind === 'nowhere') {
    const suggestion = 'Ask the operator to change the deliver_to of this agent.'
    return { code: 'not_found', message: destination.problem, suggestion }
  }
  if (destination.kind === 'inbox' && !isKnown) {
    const hasLetta = services.prompts.settings.letta !== undefined
    const message = `there is no agent ${quote(agentId)} in this workspace${hasLetta ? '' : ', and no Letta server is configured'}.`
    return { code: 'not_found', message, suggestion: await suggestAgent(call, agentId) }
  }
  if (destination.kind !== 'letta') return undefined
  const lettaAgentId = destination.agent_id ?? agentId
  try {
    const found = await services.prompts.findLettaAgent(lettaAgentId, signal)
    if (found !== undefined) return undefined
    const message = `Letta has no agent ${quote(lettaAgentId)}.`
    return { code: 'not_found', message, suggestion: await suggestAgent(call, agentId) }
  } catch (error) {
    if (!(error instanceof LettaFailure)) throw error
    return {
      code: 'upstream_failed',
      message: `${error.message}.`,
      suggestion: 'Call again later.',
    }
  }
}

async function suggestAgent(call: Scope, agentId: string): Promise<string> {
  const closest = closestName(agentId, await listRecipientIds(call))
  if (closest !== undefined) return `Did you mean ${quote(closest)}?`
  return 'Call promptyoself_agents to list the agents that prompts can be scheduled for.'
}

const MAX_CANDIDATES = 1000

/** The names of the workspace's agents, and their ids on Letta. */
async function listRecipientIds({ caller, services }: Scope): Promise<string[]> {
  const agents = await listWorkspaceAgents(services.db, caller.workspaceId, MAX_CANDIDATES)
  return agents.flatMap(({ name, letta_agent_id }) => [name, letta_agent_id ?? name])
}

/** A warning for a recipient that was not checked and is not registered. */
export async function warnOfUnknownRecipient(
  call: Scope,
  agentId: string,
): Promise<string | undefined> {
  const { caller, services } = call
  const recipient = await findRecipient(call, agentId)
  const hasLetta = services.prompts.settings.letta !== undefined
  const isInbox = destinationOf(recipient, hasLetta).kind === 'inbox'
  if (!isInbox || recipient.isAgent || agentId === caller.agent) return undefined
  const suggestion = await suggestAgent(call, agentId)
  return `No agent ${quote(agentId)} is registered in this workspace. ${suggestion}`
}

/** A warning for a name that is not an agent, and that no agent on Letta is likely to have. */
export async function warnOfMisspeltRecipient(
  call: Scope,
  agentId: string,
): Promise<string | undefined> {
  const known = await listRecipientIds(call)
  if (agentId === call.caller.agent || known.includes(agentId)) return undefined
  const hasLetta = call.services.prompts.settings.letta !== undefined && ownsLetta(call)
  // Letta may have agents that are not registered here.
  if (hasLetta && closestName(agentId, known) === undefined) return undefined
  return `No agent ${quote(agentId)} is registered in this workspace. ${await suggestAgent(call, agentId)}`
}
