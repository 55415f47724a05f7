import { inTransaction } from '@quartermaster/db'
import {
  announceScheduleSoon,
  cancelDeliveries,
  countOpenSlots,
  deleteUntriedSlots,
  reviseDeliveries,
} from '@quartermaster/delivery'
import { acceptScalarAsText, quote, ToolError } from '@quartermaster/toolkit'
import { type Static, Type } from '@sinclair/typebox'
import { type Schedule, updateSchedule } from '../queries/schedules.ts'
import { formatInstant } from '../timing/instant.ts'
import {
  readCron,
  readEndAt,
  readEvery,
  readFuture,
  readTime,
  type TimingColumns,
} from '../timing/read-timing.ts'
import { timingOf } from '../timing/schedule-timing.ts'
import { nextSlot } from '../timing/timing.ts'
import { PRINTABLE, Prompt } from '../tools/inputs.ts'
import { type ChangeScope, lockOwnSchedule } from './get-schedule.ts'

const Text = (description: string) =>
  Type.String({ maxLength: 1000, description, [acceptScalarAsText]: true })

/** Fields to change. Null removes a limit. At most one of time, cron and every may be given. */
export const ScheduleChanges = Type.Partial(
  Type.Object({
    agent_id: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: PRINTABLE,
      description: 'The recipient.',
    }),
    prompt: Prompt,
    time: Text('Once, at this time.'),
    cron: Text('By this cron expression.'),
    timezone: Text('The IANA time zone of the cron expression.'),
    every: Text('At this interval.'),
    start_at: Text('The first slot of the interval.'),
    end_at: Type.Union([Text('No slot after this time.'), Type.Null()]),
    max_repetitions: Type.Union([
      Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      Type.Null(),
    ]),
    misfire: Type.Union(['once', 'skip', 'all'].map((policy) => Type.Literal(policy))),
    overlap: Type.Union(['skip', 'queue', 'allow'].map((policy) => Type.Literal(policy))),
    skip_validation: Type.Boolean({ description: 'Skip the check that the agent exists.' }),
  }),
  { additionalProperties: false },
)

type Changes = Omit<Static<typeof ScheduleChanges>, 'skip_validation'>

const TIMEOUT_MS = 15_000

/** Changes a schedule and keeps its id, count and history. */
export const changeSchedule = (
  { db, caller, now }: ChangeScope,
  id: number,
  changes: Changes,
): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockOwnSchedule(trx, caller, id)
    const { agent_id, prompt, misfire, overlap, max_repetitions } = changes
    checkRepetitions(schedule, max_repetitions)
    const timing = readTimingChange(schedule, changes, now)
    const endAt = readEnd(schedule, changes, timing, now)
    const changed = { ...schedule, ...timing, end_at: endAt }
    if (timing === undefined) {
      await reviseDeliveries(trx, id, {
        ...(prompt !== undefined && { prompt }),
        ...(agent_id !== undefined && { agent_id }),
      })
    } else {
      await deleteUntriedSlots(trx, id)
      await cancelDeliveries(trx, id, 'The schedule was changed', now)
    }
    const open_deliveries = await countOpenSlots(trx, id)
    const isWaiting = open_deliveries > 0 && (overlap ?? schedule.overlap) !== 'allow'
    const isIdle =
      schedule.paused_at !== null || schedule.parked || (timing === undefined && isWaiting)
    await announceScheduleSoon(trx)
    return updateSchedule(trx, id, {
      ...timing,
      ...(agent_id !== undefined && { agent_id }),
      ...(prompt !== undefined && { prompt }),
      ...(misfire !== undefined && { misfire }),
      ...(overlap !== undefined && { overlap }),
      ...(max_repetitions !== undefined && { max_repetitions }),
      end_at: endAt,
      open_deliveries,
      updated_at: now,
      caught_up: 0,
      due_at: isIdle ? null : changed.next_run,
    })
  })

function checkRepetitions({ repetition_count }: Schedule, wanted: number | null | undefined): void {
  if (wanted === undefined || wanted === null || wanted > repetition_count) return
  throw new ToolError(
    'invalid_input',
    `It has been delivered ${repetition_count} times already, so max_repetitions must be above that.`,
    { suggestion: 'Cancel it with promptyoself_cancel, or pass a larger number.' },
  )
}

function readTimingChange(
  schedule: Schedule,
  changes: Changes,
  now: Date,
): TimingColumns | undefined {
  const { time, cron, every, start_at, timezone } = changes
  const given = [time, cron, every].filter((value) => value !== undefined)
  if (given.length > 1) {
    const others = Object.entries({ time, cron, every }).filter(([, value]) => value !== undefined)
    throw new ToolError('invalid_input', 'Only one of time, cron and every can be given.', {
      suggestion: `Keep one of them, for example: leave out ${quote(others.at(-1)?.[0] ?? 'cron')}.`,
    })
  }
  const kind = kindOf(schedule, changes)
  if (timezone !== undefined && kind !== 'cron') {
    throw new ToolError('invalid_input', 'Only a cron schedule has a timezone.', {
      suggestion: "Leave out 'timezone', or send 'cron' as well.",
    })
  }
  if (start_at !== undefined && kind !== 'interval') {
    throw new ToolError('invalid_input', 'Only an interval has a start_at.', {
      suggestion: "Leave out 'start_at', or send 'every' as well.",
    })
  }
  if (time !== undefined) return readTime(time, now)
  if (cron !== undefined) return readCron(cron, timezone ?? schedule.timezone, now)
  if (every !== undefined) return readEvery(every, start_at, now)
  if (timezone !== undefined) return readCron(schedule.expression, timezone, now)
  if (start_at !== undefined) return readEvery(schedule.expression, start_at, now)
  return undefined
}

function kindOf(schedule: Schedule, { time, cron, every }: Changes): string {
  if (time !== undefined) return 'once'
  if (cron !== undefined) return 'cron'
  return every !== undefined ? 'interval' : schedule.kind
}

function readEnd(
  schedule: Schedule,
  { end_at }: Changes,
  timing: TimingColumns | undefined,
  now: Date,
): Date | null {
  if (end_at === null) return null
  const first = timing?.next_run ?? nextSlot(timingOf(schedule), now, null)
  if (end_at === undefined) {
    const { end_at: end } = schedule
    if (end !== null && timing !== undefined && end < timing.next_run) {
      throw new ToolError(
        'invalid_input',
        `Its end_at, ${formatInstant(end)}, is before the first slot.`,
        { suggestion: "Send a later 'end_at' as well, or null for none." },
      )
    }
    return end
  }
  if (first !== undefined) return readEndAt(end_at, first, now)
  return readFuture('end_at', end_at, now, 'The end_at must be in the future')
}
