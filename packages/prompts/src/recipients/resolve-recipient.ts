import { type Destination, destinationOf, LettaFailure } from '@quartermaster/delivery'
import { type Call, ToolError } from '@quartermaster/toolkit'
import type { PromptServices } from '../prompt-tool.ts'
import { getRecipient } from '../queries/recipients.ts'
import { inferAgent } from './infer-agent.ts'

type PromptCall = Pick<Call<PromptServices>, 'caller' | 'services' | 'metadata' | 'signal'>

/** Infers the recipient of a call from its argument, metadata, caller and configuration. */
export async function inferRecipient(call: PromptCall, argument: string | undefined) {
  const { services, metadata, signal } = call
  const { settings, delivery } = services.prompts
  const own = await ownId(call)
  return inferAgent({
    metadata,
    settings,
    ...(argument !== undefined && { argument }),
    ...(own !== undefined && { own }),
    listAgents: async () => (await delivery.letta?.listAgents(2, { signal })) ?? [],
  })
}

/** The calling agent's id on Letta, or its name if its prompts do not go to Letta. */
async function ownId({ caller, services }: PromptCall): Promise<string | undefined> {
  const { settings } = services.prompts
  const agent = await getRecipient(services.db, caller.workspaceId, caller.agent)
  const isOperator = caller.isRoot && caller.agent === 'root' && !agent.isAgent
  if (isOperator) return undefined
  const hasLetta = settings.letta !== undefined
  const hasDestination = agent.lettaAgentId !== null || agent.deliverTo !== null
  if (hasLetta && !hasDestination) return undefined
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
  const agent = await getRecipient(services.db, caller.workspaceId, agentId)
  const destination = destinationOf(agent, services.prompts.settings.letta !== undefined)
  const isKnown = agent.isAgent || agentId === caller.agent
  const problem = await findProblem(call, destination, isKnown, agentId)
  if (problem === undefined) return
  throw new ToolError(
    problem.isUpstream ? 'upstream_failed' : 'not_found',
    `Agent validation failed: ${problem.message}`,
    {
      suggestion: problem.isUpstream
        ? 'Call again later, or pass skip_validation: true if you are sure of the agent.'
        : 'Call promptyoself_agents to see the agents there are, or pass skip_validation: true.',
    },
  )
}

type Problem = { readonly message: string; readonly isUpstream?: true }

async function findProblem(
  { services, signal }: Omit<PromptCall, 'metadata'>,
  destination: Destination,
  isKnown: boolean,
  agentId: string,
): Promise<Problem | undefined> {
  const { prompts } = services
  switch (destination.kind) {
    case 'nowhere':
      return { message: destination.problem }
    case 'inbox':
      if (isKnown) return undefined
      return {
        message: `there is no agent ${JSON.stringify(agentId.slice(0, 200))} in this workspace, and no Letta server is configured.`,
      }
    case 'letta': {
      const lettaAgentId = destination.agent_id ?? agentId
      try {
        const found = await prompts.findLettaAgent(lettaAgentId, signal)
        if (found !== undefined) return undefined
        return { message: `Letta has no agent ${JSON.stringify(lettaAgentId.slice(0, 200))}.` }
      } catch (error) {
        if (error instanceof LettaFailure) return { message: `${error.message}.`, isUpstream: true }
        throw error
      }
    }
    default:
      return undefined
  }
}
