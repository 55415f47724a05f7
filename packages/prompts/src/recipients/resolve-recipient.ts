import { LettaFailure, type Place, placeOf } from '@quartermaster/delivery'
import { type Call, ToolError } from '@quartermaster/toolkit'
import type { PromptServices } from '../prompt-tool.ts'
import { getRecipient } from '../queries/recipients.ts'
import { inferAgent } from './infer-agent.ts'

type PromptCall = Pick<Call<PromptServices>, 'caller' | 'services' | 'metadata' | 'signal'>

/** Whom a call is about when it does not say so, and where that was found. */
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

/** The calling agent's own id: on Letta, or its name where its prompts do not go to Letta. */
async function ownId({ caller, services }: PromptCall): Promise<string | undefined> {
  const { settings } = services.prompts
  const agent = await getRecipient(services.db, caller.workspaceId, caller.agent)
  const isOperator = caller.isRoot && caller.agent === 'root' && !agent.isAgent
  if (isOperator) return undefined
  const hasLetta = settings.letta !== undefined
  const hasOwnPlace = agent.lettaAgentId !== null || agent.deliverTo !== null
  if (hasLetta && !hasOwnPlace) return undefined
  const place = placeOf(agent, hasLetta)
  return place.kind === 'letta' ? place.agent_id : caller.agent
}

/** The agent that a schedule is for: inferred, and known to be there unless that is not to be checked. */
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
        'Pass agent_id: one of those that promptyoself_agents lists. promptyoself_inference_diagnostics shows what was tried.',
    },
  )

/** Throws where the agent is not there, or cannot be reached. */
export async function checkRecipient(
  call: Omit<PromptCall, 'metadata'>,
  agentId: string,
): Promise<void> {
  const { caller, services } = call
  const agent = await getRecipient(services.db, caller.workspaceId, agentId)
  const place = placeOf(agent, services.prompts.settings.letta !== undefined)
  const isOurs = agent.isAgent || agentId === caller.agent
  const problem = await problemWith(call, place, isOurs, agentId)
  if (problem === undefined) return
  throw new ToolError(
    problem.isUpstream ? 'upstream_failed' : 'not_found',
    `Agent validation failed: ${problem.words}`,
    {
      suggestion: problem.isUpstream
        ? 'Call again later, or pass skip_validation: true if you are sure of the agent.'
        : 'Call promptyoself_agents to see the agents there are, or pass skip_validation: true.',
    },
  )
}

type Problem = { readonly words: string; readonly isUpstream?: true }

async function problemWith(
  { services, signal }: Omit<PromptCall, 'metadata'>,
  place: Place,
  isOurs: boolean,
  agentId: string,
): Promise<Problem | undefined> {
  const { prompts } = services
  switch (place.kind) {
    case 'nowhere':
      return { words: place.problem }
    case 'inbox':
      if (isOurs) return undefined
      return {
        words: `there is no agent ${JSON.stringify(agentId.slice(0, 200))} in this workspace, and no Letta server is configured.`,
      }
    case 'letta':
      try {
        const found = await prompts.findLettaAgent(place.agent_id, signal)
        if (found !== undefined) return undefined
        return { words: `Letta has no agent ${JSON.stringify(place.agent_id.slice(0, 200))}.` }
      } catch (error) {
        if (error instanceof LettaFailure) return { words: `${error.message}.`, isUpstream: true }
        throw error
      }
    default:
      return undefined
  }
}
