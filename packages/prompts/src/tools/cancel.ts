import { requireTx } from '@quartermaster/db'
import { cancelDeliveries } from '@quartermaster/delivery'
import { Input, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { lockSchedule, updateSchedule } from '../queries/schedules.ts'
import { checkMayChange } from '../schedules/check-may-change.ts'
import { Succeeded } from '../succeeded.ts'
import { ScheduleId } from './inputs.ts'

export const cancel = tool({
  name: 'promptyoself_cancel',
  description:
    'Cancel a scheduled prompt by its id. It is not delivered again, unless it is being sent right now.',
  effect: 'destroy',
  timeoutSeconds: 15,
  input: Input({ schedule_id: ScheduleId }),
  // The scheduling tools reply with `id`, so models send it back under that name.
  adapt: async ({ id, ...rest }) =>
    id === undefined || 'schedule_id' in rest
      ? { ...rest, ...(id !== undefined && { id }) }
      : { ...rest, schedule_id: id },
  output: Type.Object({
    status: Succeeded,
    cancelled_id: Type.Integer({ description: 'The cancelled schedule.' }),
    message: Type.String({ description: 'A summary.' }),
  }),
  examples: [
    {
      title: 'Cancel schedule 42',
      input: { schedule_id: 42 },
      output: { status: 'success', cancelled_id: 42, message: 'Schedule 42 cancelled' },
    },
  ],
  async handler({ schedule_id: id }, { services, caller, now }) {
    const trx = requireTx(services.db)
    const schedule = await lockSchedule(trx, caller.workspaceId, id)
    if (schedule === undefined || schedule.ended_at !== null) {
      throw new ToolError('not_found', `Schedule ${id} not found or already cancelled`, {
        suggestion: 'Call promptyoself_list to see the active schedules.',
      })
    }
    await checkMayChange(trx, caller, schedule)
    await updateSchedule(trx, id, {
      ended_at: now,
      ended_as: 'cancelled',
      next_run: null,
      due_at: null,
      updated_at: now,
    })
    await cancelDeliveries(trx, id, 'The schedule was cancelled', now)
    const message = `Schedule ${id} cancelled`
    return { status: 'success' as const, cancelled_id: id, message }
  },
})
