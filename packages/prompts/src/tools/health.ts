import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { presentLettaUrl } from '../recipients/ask-letta.ts'

export const health = tool({
  name: 'health',
  description:
    'Show how scheduled prompts are configured: Letta, database, queue, background loop.',
  effect: 'read',
  timeoutSeconds: 10,
  examples: [{ title: 'Show the configuration', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Type.Literal('healthy', { description: 'The gateway answers.' }),
    letta_base_url: Type.String({
      description: 'The address of the Letta server. Shown to the operator only.',
    }),
    letta_configured: Type.Boolean({ description: 'Whether a Letta server is configured.' }),
    db: Type.String({ description: 'The kind of database.' }),
    queue: Type.String({ description: 'Where the queue is kept: postgresql or redis.' }),
    loop_running: Type.Boolean({
      description: 'Whether this process delivers prompts; others may as well.',
    }),
    auth_set: Type.Boolean({ description: 'Whether a key for Letta is configured.' }),
  }),
  async handler(_input, { services, caller }) {
    const { settings, delivery, isWorking } = services.prompts
    return {
      status: 'healthy' as const,
      letta_base_url: presentLettaUrl(settings, caller),
      letta_configured: settings.letta !== undefined,
      db: 'postgresql',
      queue: delivery.backend,
      loop_running: isWorking(),
      auth_set: settings.letta?.token !== undefined,
    }
  },
})
