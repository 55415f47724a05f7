import { acceptScalarAsText, Input, quote, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { tool } from '../prompt-tool.ts'
import { resolveRecipient } from '../recipients/resolve-recipient.ts'
import { createSchedule, Scheduled } from '../schedules/create-schedule.ts'
import { instantInZone } from '../timing/meant-time.ts'
import { readTime } from '../timing/read-timing.ts'
import { AgentId, Misfire, Prompt, SkipValidation } from './inputs.ts'

export const scheduleTime = tool({
  name: 'promptyoself_schedule_time',
  description:
    'Schedule a prompt for yourself or another agent, to be delivered once at an exact time. For "in ten minutes", use promptyoself_schedule_every with max_repetitions 1.',
  effect: 'write',
  uses: ['schedules'],
  timeoutSeconds: 30,
  adapt: async (parameters) => {
    refuseZone(parameters)
    return parameters
  },
  input: Input({
    agent_id: AgentId,
    prompt: Prompt,
    time: Type.String({
      maxLength: 100,
      description:
        'A time in the future: ISO 8601 such as 2030-12-25T10:00:00Z or with an offset, or "2030-12-25 10:00:00 UTC". Without a zone it is UTC.',
      [acceptScalarAsText]: true,
    }),
    misfire: Misfire,
    skip_validation: SkipValidation,
  }),
  output: Scheduled,
  examples: [
    {
      title: 'A reminder at Christmas',
      input: { agent_id: 'Research', prompt: 'Ping me once', time: '2030-12-25T10:00:00Z' },
      output: {
        status: 'success',
        id: 42,
        next_run: '2030-12-25T10:00:00+00:00',
        message:
          'Prompt scheduled with ID 42 for agent Research; next run 2030-12-25T10:00:00+00:00',
      },
    },
  ],
  async handler({ agent_id, prompt, time, misfire, skip_validation }, call) {
    const agentId = await resolveRecipient(call, agent_id, skip_validation)
    const timing = readTime(time, call.now)
    return createSchedule(call, {
      agentId,
      isUnchecked: skip_validation,
      prompt,
      timing,
      misfire,
      overlap: 'skip',
    })
  },
})

const ZONES = ['timezone', 'time_zone', 'tz']

/** Refuses a time zone, because leaving it out would turn `time` into UTC. */
function refuseZone(parameters: Record<string, unknown>): void {
  const name = ZONES.find((key) => typeof parameters[key] === 'string')
  if (name === undefined || typeof parameters.time !== 'string') return
  const instant = instantInZone(parameters.time, String(parameters[name]))
  const { [name]: _, ...others } = parameters
  const time = instant?.toISOString().replace('.000Z', 'Z')
  throw new ToolError(
    'invalid_input',
    `Unknown parameter ${quote(name)}. A single time has its offset in 'time'.`,
    {
      suggestion:
        time === undefined
          ? "Send the date, the time and its offset in 'time', for example 2030-12-25T10:00:00+01:00."
          : `Send ${stringifyJson({ ...others, time })}.`,
    },
  )
}
