import { Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { resolveRecipient } from '../recipients/resolve-recipient.ts'
import { createSchedule, Scheduled } from '../schedules/create-schedule.ts'
import { readCron } from '../timing/read-timing.ts'
import {
  AgentId,
  EndAt,
  MaxRepetitions,
  Misfire,
  Overlap,
  Prompt,
  SkipValidation,
  Timezone,
} from './inputs.ts'

export const scheduleCron = tool({
  name: 'promptyoself_schedule_cron',
  description:
    'Schedule a recurring prompt for yourself or another agent by a cron expression, in UTC or in a time zone.',
  effect: 'write',
  uses: ['schedules'],
  timeoutSeconds: 30,
  input: Input({
    agent_id: AgentId,
    prompt: Prompt,
    cron: Type.String({
      maxLength: 1000,
      description:
        'Five fields: minute hour day-of-month month day-of-week. "0 9 * * *" is every day at 09:00, "*/15 * * * *" every 15 minutes, "0 9 * * MON-FRI" on weekdays. When both day fields are restricted, a match of either is enough.',
    }),
    timezone: Timezone,
    max_repetitions: MaxRepetitions,
    end_at: EndAt,
    misfire: Misfire,
    overlap: Overlap,
    skip_validation: SkipValidation,
  }),
  output: Scheduled,
  examples: [
    {
      title: 'Every weekday at nine in Berlin',
      input: {
        agent_id: 'Research',
        prompt: 'Daily standup',
        cron: '0 9 * * MON-FRI',
        timezone: 'Europe/Berlin',
      },
      output: {
        status: 'success',
        id: 43,
        next_run: '2030-01-02T08:00:00+00:00',
        message:
          'Prompt scheduled with ID 43 for agent Research; next run 2030-01-02T08:00:00+00:00',
      },
    },
  ],
  async handler(input, call) {
    const { prompt, cron, timezone, misfire, overlap } = input
    const agentId = await resolveRecipient(call, input.agent_id, input.skip_validation)
    const timing = readCron(cron, timezone, call.now)
    return createSchedule(call, {
      agentId,
      isUnchecked: input.skip_validation,
      prompt,
      timing,
      misfire,
      overlap,
      endAt: input.end_at,
      maxRepetitions: input.max_repetitions,
    })
  },
})
