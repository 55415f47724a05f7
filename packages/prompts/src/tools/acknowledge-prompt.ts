import { acknowledgeDelivery, isDeliveryId } from '@quartermaster/delivery'
import { Input, listedBy, quote, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { Succeeded } from '../succeeded.ts'
import { formatInstant } from '../timing/instant.ts'

export const acknowledgePrompt = tool({
  name: 'acknowledge_prompt',
  description:
    'Mark a prompt of your inbox as taken care of. read_inbox does not return it again, and the agent that scheduled it can see that you have it.',
  effect: 'write',
  timeoutSeconds: 15,
  examples: [
    {
      title: 'Mark a prompt as taken care of',
      input: { id: '01a1e26d-b40c-77d1-9f5d-56be6be8d1ad' },
    },
  ],
  input: Input({
    id: Type.String({
      minLength: 1,
      maxLength: 100,
      [listedBy]: 'read_inbox',
      description: 'The id that read_inbox returns.',
    }),
  }),
  output: Type.Object({
    status: Succeeded,
    id: Type.String({ description: 'The prompt’s id.' }),
    acknowledged_at: Type.String({ description: 'When it was first acknowledged, in UTC.' }),
    message: Type.String({ description: 'A summary.' }),
  }),
  async handler({ id }, { services, caller, now }) {
    const row = isDeliveryId(id)
      ? await acknowledgeDelivery(services.db, caller.workspaceId, caller.agent, id, now)
      : undefined
    if (row === undefined) {
      throw new ToolError('not_found', `Your inbox has no prompt ${quote(id)}.`, {
        suggestion: 'Call read_inbox to see the prompts and their ids.',
      })
    }
    const acknowledged_at = formatInstant(row.acknowledged_at ?? now)
    return { status: 'success' as const, id, acknowledged_at, message: 'Prompt acknowledged' }
  },
})
