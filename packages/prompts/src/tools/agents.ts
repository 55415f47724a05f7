import { destinationOf } from '@quartermaster/delivery'
import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { listWorkspaceAgents } from '../queries/recipients.ts'
import { askLetta } from '../recipients/ask-letta.ts'

const LIMIT = 1000

export const agents = tool({
  name: 'promptyoself_agents',
  description:
    'List the agents that prompts can be scheduled for: the agents on the Letta server or, without one, the agents of this workspace.',
  effect: 'read',
  timeoutSeconds: 30,
  examples: [{ title: 'List possible recipients', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Type.Literal('success'),
    agents: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Pass it as agent_id.' }),
        name: Type.String({ description: 'The agent’s name.' }),
        description: Type.Union([Type.String(), Type.Null()], {
          description: 'What is known about the agent.',
        }),
      }),
    ),
  }),
  async handler(_input, { services, caller, signal }) {
    const { letta } = services.prompts.delivery
    if (letta !== undefined) {
      const found = await askLetta('Failed to list agents', () =>
        letta.listAgents(LIMIT, { signal }),
      )
      return { status: 'success' as const, agents: found }
    }
    const rows = await listWorkspaceAgents(services.db, caller.workspaceId, LIMIT)
    const found = rows.map(({ name, deliver_to, letta_agent_id }) => {
      const { kind } = destinationOf(
        {
          workspaceId: caller.workspaceId,
          agentId: name,
          isAgent: true,
          deliverTo: deliver_to,
          lettaAgentId: letta_agent_id,
        },
        false,
      )
      return { id: name, name, description: `Gets its prompts by ${kind}` }
    })
    return { status: 'success' as const, agents: found }
  },
})
