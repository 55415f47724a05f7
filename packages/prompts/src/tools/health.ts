import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { LETTA_BASE_URL } from '../settings.ts'

export const health = tool({
  name: 'health',
  description:
    'Show how scheduled prompts are configured: Letta, database, queue, background loop.',
  effect: 'read',
  timeoutSeconds: 10,
  examples: [{ title: 'What is configured', input: {} }],
  input: Input({}),
  output: Type.Object({
    status: Type.Literal('healthy'),
    letta_base_url: Type.String(),
    letta_configured: Type.Boolean(),
    db: Type.String(),
    queue: Type.String(),
    loop_running: Type.Boolean({ description: 'In this process; others may run one as well.' }),
    auth_set: Type.Boolean(),
  }),
  async handler(_input, { services }) {
    const { settings, delivery, isWorking } = services.prompts
    return {
      status: 'healthy' as const,
      letta_base_url: settings.letta?.baseUrl ?? LETTA_BASE_URL,
      letta_configured: settings.letta !== undefined,
      db: 'postgresql',
      queue: delivery.backend,
      loop_running: isWorking(),
      auth_set: settings.letta?.token !== undefined,
    }
  },
})
