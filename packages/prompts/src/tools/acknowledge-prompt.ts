import { acknowledge, isId } from '@quartermaster/delivery'
import { Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { formatInstant } from '../timing/instant.ts'

export const acknowledgePrompt = tool({
  name: 'acknowledge_prompt',
  description:
    'Say that you have taken care of one prompt of your inbox. It is not shown again, and whoever scheduled it can see that you have it.',
  effect: 'write',
  timeoutSeconds: 15,
  examples: [{ title: 'Taken care of', input: { id: '01a1e26d-b40c-77d1-9f5d-56be6be8d1ad' } }],
  input: Input({
    id: Type.String({ minLength: 1, maxLength: 100, description: 'The id that read_inbox shows.' }),
  }),
  output: Type.Object({
    status: Type.Literal('success'),
    id: Type.String(),
    acknowledged_at: Type.String(),
    message: Type.String(),
  }),
  async handler({ id }, { services, caller, now }) {
    const row = isId(id)
      ? await acknowledge(services.db, caller.workspaceId, caller.agent, id, now)
      : undefined
    if (row === undefined) {
      throw new ToolError('not_found', 'There is no prompt with this id in your inbox.', {
        suggestion: 'Call read_inbox to see the prompts and their ids.',
      })
    }
    const acknowledged_at = formatInstant(row.acknowledged_at ?? now)
    return { status: 'success' as const, id, acknowledged_at, message: 'Prompt acknowledged' }
  },
})
