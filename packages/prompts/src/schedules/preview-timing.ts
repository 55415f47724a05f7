import { ToolError } from '@quartermaster/toolkit'
import { formatInstant } from '../timing/instant.ts'
import { readCron, readEvery, readTime, type TimingColumns } from '../timing/read-timing.ts'
import { timingOf } from '../timing/schedule-timing.ts'
import { nextSlot } from '../timing/timing.ts'

/** The timing of a schedule that is not stored, with the parameters of the scheduling tools. */
export type UnsavedTiming = {
  readonly cron?: string | undefined
  readonly timezone?: string | undefined
  readonly every?: string | undefined
  readonly start_at?: string | undefined
  readonly time?: string | undefined
}

/** The first slots that a schedule with this timing would have. */
export function previewTiming(wanted: UnsavedTiming, now: Date, count: number): string[] {
  const columns = readTiming(wanted, now)
  const timing = timingOf(columns)
  const runs: Date[] = []
  let slot: Date | undefined = columns.next_run
  while (slot !== undefined && runs.length < count) {
    runs.push(slot)
    slot = nextSlot(timing, slot, null)
  }
  return runs.map(formatInstant)
}

function readTiming(
  { cron, timezone = 'UTC', every, start_at: startAt, time }: UnsavedTiming,
  now: Date,
): TimingColumns {
  const given = [cron, every, time].filter((text) => text !== undefined)
  if (given.length !== 1) {
    throw new ToolError('invalid_input', "Give exactly one of 'cron', 'every' and 'time'.", {
      suggestion: 'For example ?cron=0%209%20*%20*%20MON-FRI&timezone=Europe/Berlin or ?every=15m.',
    })
  }
  if (cron !== undefined) return readCron(cron, timezone, now)
  if (every !== undefined) return readEvery(every, startAt, now)
  return readTime(time ?? '', now)
}
