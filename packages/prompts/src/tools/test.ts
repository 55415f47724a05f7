import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { askLetta, noLetta } from '../recipients/ask-letta.ts'

const WORDS = 'Failed to test connection'

export const test = tool({
  name: 'promptyoself_test',
  description: 'Test whether the configured Letta server can be reached with the configured key.',
  effect: 'read',
  timeoutSeconds: 20,
  examples: [{ title: 'Is Letta there?', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Type.Literal('success'),
    message: Type.String(),
    details: Type.Object({ letta_base_url: Type.String(), has_agents: Type.Boolean() }),
  }),
  async handler(_input, { services, signal }) {
    const { letta } = services.prompts.delivery
    if (letta === undefined) throw noLetta(WORDS)
    const agents = await askLetta(WORDS, () => letta.listAgents(1, { signal }))
    const details = { letta_base_url: letta.settings.baseUrl, has_agents: agents.length > 0 }
    return { status: 'success' as const, message: 'Connected', details }
  },
})
