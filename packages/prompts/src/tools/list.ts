import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { isAbsent } from '../recipients/infer-agent.ts'
import { warnOfMisspeltRecipient } from '../recipients/resolve-recipient.ts'
import { listSchedulePage } from '../schedules/list-schedule-page.ts'
import { PresentedSchedule } from '../schedules/present-schedule.ts'
import { Succeeded } from '../succeeded.ts'
import { PRINTABLE } from './inputs.ts'

export const list = tool({
  name: 'promptyoself_list',
  description:
    'List the scheduled prompts of this workspace, or those for one agent, ordered by next_run.',
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
      description: 'Include schedules that were cancelled or have finished.',
    }),
    limit: Type.Integer({
      default: 500,
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of schedules.',
    }),
    cursor: Type.Optional(
      Type.String({ maxLength: 500, description: 'The next_cursor of the previous page.' }),
    ),
  }),
  output: Type.Object({
    status: Succeeded,
    schedules: Type.Array(PresentedSchedule, { description: 'Ordered by next_run, then id.' }),
    count: Type.Integer({ description: 'The number of schedules in this reply.' }),
    warning: Type.Optional(
      Type.String({
        description: 'Present if agent_id is probably misspelt, with the agent meant.',
      }),
    ),
    next_cursor: Type.Optional(
      Type.String({ description: 'Present if there are more: pass it as cursor.' }),
    ),
  }),
  examples: [{ title: 'List the prompts for Research', input: { agent_id: 'Research' } }],
  async handler({ agent_id, include_cancelled, limit, cursor }, call) {
    const { services, caller } = call
    const agentId = agent_id === undefined || isAbsent(agent_id) ? undefined : agent_id.trim()
    const { schedules, nextCursor } = await listSchedulePage(services.db, caller.workspaceId, {
      agentId,
      limit,
      includeEnded: include_cancelled,
      ...(cursor !== undefined && { cursor }),
    })
    const isEmpty = schedules.length === 0 && cursor === undefined
    const warning =
      isEmpty && agentId !== undefined ? await warnOfMisspeltRecipient(call, agentId) : undefined
    return {
      status: 'success' as const,
      schedules,
      count: schedules.length,
      ...(warning !== undefined && { warning }),
      ...(nextCursor !== null && { next_cursor: nextCursor }),
    }
  },
})
