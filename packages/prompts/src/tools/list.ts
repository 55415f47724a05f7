import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { isAbsent } from '../recipients/infer-agent.ts'
import { listPage } from '../schedules/list-schedules.ts'
import { ShownSchedule } from '../schedules/present-schedule.ts'
import { PRINTABLE } from './inputs.ts'

export const list = tool({
  name: 'promptyoself_list',
  description:
    'List scheduled prompts of this workspace in the order of their next runs: all of them, or those for one agent.',
  effect: 'read',
  timeoutSeconds: 20,
  input: Input({
    agent_id: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: PRINTABLE,
        description: 'Only schedules for this agent.',
      }),
    ),
    include_cancelled: Type.Boolean({
      default: false,
      description: 'Also those that were cancelled or have finished.',
    }),
    limit: Type.Integer({
      default: 500,
      minimum: 1,
      maximum: 1000,
      description: 'At most so many.',
    }),
    cursor: Type.Optional(
      Type.String({ maxLength: 500, description: 'The next_cursor of the page before.' }),
    ),
  }),
  output: Type.Object({
    status: Type.Literal('success'),
    schedules: Type.Array(ShownSchedule),
    count: Type.Integer(),
    next_cursor: Type.Optional(Type.String({ description: 'There are more: ask with it.' })),
  }),
  examples: [{ title: 'What is scheduled for Research', input: { agent_id: 'Research' } }],
  async handler({ agent_id, include_cancelled, limit, cursor }, { services, caller }) {
    const agentId = agent_id === undefined || isAbsent(agent_id) ? undefined : agent_id.trim()
    const { schedules, nextCursor } = await listPage(services.db, caller.workspaceId, {
      ...{ agentId, limit, cursor, includeEnded: include_cancelled },
    })
    return {
      status: 'success' as const,
      schedules,
      count: schedules.length,
      ...(nextCursor !== null && { next_cursor: nextCursor }),
    }
  },
})
