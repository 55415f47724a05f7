import { readInbox as findMessages } from '@quartermaster/delivery'
import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { Succeeded } from '../succeeded.ts'
import { formatInstant } from '../timing/instant.ts'

export const readInbox = tool({
  name: 'read_inbox',
  description:
    'Read the prompts delivered to your inbox that you have not acknowledged, oldest first. Each stays there until you call acknowledge_prompt with its id.',
  effect: 'read',
  timeoutSeconds: 15,
  input: Input({
    limit: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 100,
      description: 'Maximum number of prompts.',
    }),
  }),
  output: Type.Object({
    status: Succeeded,
    messages: Type.Array(
      Type.Object({
        id: Type.String({ description: 'For acknowledge_prompt.' }),
        prompt: Type.String({ description: 'The text.' }),
        schedule_id: Type.Union([Type.Integer(), Type.Null()], {
          description: 'The schedule it comes from.',
        }),
        due_at: Type.String({ description: 'When it was scheduled for, in UTC.' }),
        delivered_at: Type.String({ description: 'When it was delivered, in UTC.' }),
      }),
      { description: 'The prompts, oldest first.' },
    ),
    count: Type.Integer({ description: 'The number of prompts in this reply.' }),
    more: Type.Boolean({
      description: 'Whether there are more: acknowledge these, then read again.',
    }),
  }),
  examples: [{ title: 'Read new prompts', input: {} }],
  async handler({ limit }, { services, caller }) {
    const rows = await findMessages(services.db, caller.workspaceId, caller.agent, limit + 1)
    const messages = rows.slice(0, limit).map((row) => ({
      id: row.id,
      prompt: row.prompt,
      schedule_id: row.schedule_id,
      due_at: formatInstant(row.due_at),
      delivered_at: formatInstant(row.ended_at ?? row.due_at),
    }))
    return {
      status: 'success' as const,
      messages,
      count: messages.length,
      more: rows.length > limit,
    }
  },
})
