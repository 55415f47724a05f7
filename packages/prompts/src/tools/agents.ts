import { destinationOf, listForeignLettaAgents, listWorkspaceAgents } from '@quartermaster/delivery'
import { type Call, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { type PromptServices, tool } from '../prompt-tool.ts'
import { askLetta } from '../recipients/ask-letta.ts'
import { ownsLetta } from '../recipients/resolve-recipient.ts'
import { Succeeded } from '../succeeded.ts'

const LIMIT = 1000

export const agents = tool({
  name: 'promptyoself_agents',
  description:
    'List the agents that prompts can be scheduled for: the agents on the Letta server if it belongs to this workspace, otherwise the agents of this workspace.',
  effect: 'read',
  timeoutSeconds: 30,
  examples: [{ title: 'List possible recipients', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Succeeded,
    agents: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Pass it as agent_id.' }),
        name: Type.String({ description: 'The agent’s name.' }),
        description: Type.Union([Type.String(), Type.Null()], {
          description: 'What is known about the agent.',
        }),
      }),
      { description: 'The agents.' },
    ),
  }),
  async handler(_input, call) {
    const { letta } = call.services.prompts.delivery
    const isOnLetta = letta !== undefined && ownsLetta(call)
    const found = isOnLetta ? await listOnLetta(call) : await listInWorkspace(call)
    return { status: 'success' as const, agents: found }
  },
})

/** Every agent on the server, except those that belong to other workspaces. */
async function listOnLetta({ services, caller, signal }: Call<PromptServices>) {
  const { letta } = services.prompts.delivery
  const all = await askLetta(
    'Failed to list agents',
    async () => (await letta?.listAgents(LIMIT, { signal })) ?? [],
  )
  const foreign = await listForeignLettaAgents(services.db, caller.workspaceId)
  return all.filter(({ id }) => !foreign.has(id))
}

async function listInWorkspace({ services, caller: { workspaceId } }: Call<PromptServices>) {
  const hasLetta = services.prompts.delivery.letta !== undefined
  const rows = await listWorkspaceAgents(services.db, workspaceId, LIMIT)
  return rows.map(({ name, deliver_to: deliverTo, letta_agent_id: lettaAgentId }) => {
    const recipient = { workspaceId, agentId: name, isAgent: true, mayUseLetta: true }
    const { kind } = destinationOf({ ...recipient, deliverTo, lettaAgentId }, hasLetta)
    return { id: name, name, description: `Gets its prompts by ${kind}` }
  })
}
