import { acceptScalarAsText, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { resolveRecipient } from '../recipients/resolve-recipient.ts'
import { createSchedule, Scheduled } from '../schedules/create-schedule.ts'
import { readEvery } from '../timing/read-timing.ts'
import {
  AgentId,
  EndAt,
  MaxRepetitions,
  Misfire,
  Overlap,
  Prompt,
  SkipValidation,
} from './inputs.ts'

export const scheduleEvery = tool({
  name: 'promptyoself_schedule_every',
  description:
    'Schedule a recurring prompt for yourself or another agent at an interval. With max_repetitions 1 it is delivered once, after the interval.',
  effect: 'write',
  uses: ['schedules'],
  timeoutSeconds: 30,
  input: Input({
    agent_id: AgentId,
    prompt: Prompt,
    every: Type.String({
      maxLength: 100,
      description: 'The interval: "30s", "5m", "1h", or whole seconds such as "45".',
      [acceptScalarAsText]: true,
    }),
    start_at: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The first delivery: ISO 8601, in the future. Default: one interval from now.',
        [acceptScalarAsText]: true,
      }),
    ),
    max_repetitions: MaxRepetitions,
    end_at: EndAt,
    misfire: Misfire,
    overlap: Overlap,
    skip_validation: SkipValidation,
  }),
  output: Scheduled,
  examples: [
    {
      title: 'In two minutes, once',
      input: { prompt: 'Ping me in two minutes', every: '2m', max_repetitions: 1 },
      output: {
        status: 'success',
        id: 44,
        next_run: '2030-01-01T00:02:00+00:00',
        message:
          'Prompt scheduled with ID 44 for agent Research; next run 2030-01-01T00:02:00+00:00',
      },
    },
  ],
  async handler(input, call) {
    const { prompt, every, start_at, misfire, overlap } = input
    const agentId = await resolveRecipient(call, input.agent_id, input.skip_validation)
    const timing = readEvery(every, start_at, call.now)
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
