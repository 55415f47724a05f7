import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { askLetta, noLetta, presentLettaUrl } from '../recipients/ask-letta.ts'
import { Succeeded } from '../succeeded.ts'

const ERROR_PREFIX = 'Failed to test connection'

export const test = tool({
  name: 'promptyoself_test',
  description: 'Test whether the configured Letta server can be reached with the configured key.',
  effect: 'read',
  timeoutSeconds: 20,
  examples: [{ title: 'Test the connection', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Succeeded,
    message: Type.String({ description: '"Connected".' }),
    details: Type.Object(
      {
        letta_base_url: Type.String({
          description: 'The address of the Letta server. Shown to the operator only.',
        }),
        has_agents: Type.Boolean({ description: 'Whether the server has any agents.' }),
      },
      { description: 'The connection.' },
    ),
  }),
  async handler(_input, { services, caller, signal }) {
    const { settings, delivery } = services.prompts
    const { letta } = delivery
    if (letta === undefined) throw noLetta(ERROR_PREFIX)
    const agents = await askLetta(ERROR_PREFIX, () => letta.listAgents(1, { signal }))
    const letta_base_url = presentLettaUrl(settings, caller)
    const details = { letta_base_url, has_agents: agents.length > 0 }
    return { status: 'success' as const, message: 'Connected', details }
  },
})
