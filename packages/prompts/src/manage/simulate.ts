import type { Database } from '@quartermaster/db'
import { listSchedules, type Schedule } from '../queries/schedules.ts'
import { formatInstant } from '../schedule/instant.ts'
import { GRACE_MS, MOST_CAUGHT_UP } from '../schedule/plan.ts'
import { nextSlot, slotsBetween } from '../schedule/timing.ts'
import { timingOf } from '../timing-of.ts'

/** The next runs of one schedule, as they are if all goes well. */
export function previewRuns(schedule: Schedule, now: Date, count: number): string[] {
  if (schedule.next_run === null || schedule.ended_at !== null) return []
  const left = (schedule.max_repetitions ?? Number.POSITIVE_INFINITY) - schedule.repetition_count
  const first = schedule.next_run > now ? schedule.next_run : now
  // The one that is due already is the first; the others follow from now on.
  const rest = slotsBetween(timingOf(schedule), {
    after: first,
    endAt: schedule.end_at,
    limit: count,
  })
  return [schedule.next_run, ...rest].slice(0, Math.min(count, left)).map(formatInstant)
}

const MOST_SCHEDULES = 1000
const MOST_RUNS = 10_000

type Simulation = {
  readonly now: Date
  readonly days: number
  /** Suppose that nothing runs for so long from now. */
  readonly outageHours: number
}

/** What a workspace's schedules will do, if nothing changes: each run in order, with what an outage does to it. */
export async function simulate(
  db: Database,
  workspaceId: string,
  { now, days, outageHours }: Simulation,
) {
  const schedules = await listSchedules(db, workspaceId, {
    includeEnded: false,
    limit: MOST_SCHEDULES,
  })
  const end = new Date(now.getTime() + days * 24 * 3_600_000)
  const back = new Date(now.getTime() + outageHours * 3_600_000)
  const runs = schedules
    .filter(({ paused_at }) => paused_at === null)
    .flatMap((schedule) => simulateOne(schedule, { now, back, end }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.schedule.id - b.schedule.id)
  return {
    runs: runs.slice(0, MOST_RUNS).map(({ schedule, at, slot }) => ({
      schedule_id: schedule.id,
      agent_id: schedule.agent_id,
      at: formatInstant(at),
      scheduled_for: formatInstant(slot),
    })),
    count: runs.length,
    truncated: runs.length > MOST_RUNS || schedules.length === MOST_SCHEDULES,
  }
}

type Run = { readonly schedule: Schedule; readonly at: Date; readonly slot: Date }

function simulateOne(
  schedule: Schedule,
  { now, back, end }: { now: Date; back: Date; end: Date },
): Run[] {
  if (schedule.next_run === null) return []
  const left = (schedule.max_repetitions ?? Number.POSITIVE_INFINITY) - schedule.repetition_count
  const timing = timingOf(schedule)
  const endAt = schedule.end_at
  const later = (slot: Date) => (slot > back ? slot : back > now ? back : slot > now ? slot : now)

  const first = schedule.next_run
  const isLate = (slot: Date) => back.getTime() - slot.getTime() > GRACE_MS
  const missed: Date[] = []
  if (first <= back) {
    if (schedule.misfire === 'all') {
      missed.push(first)
      const after = { after: first, until: back, endAt, limit: MOST_CAUGHT_UP - 1 }
      missed.push(...slotsBetween(timing, after))
    } else if (schedule.misfire === 'once' || !isLate(first)) missed.push(first)
  }
  const from = first > back ? new Date(first.getTime() - 1) : back
  const present = nextSlot(timing, from, endAt)
  const coming =
    present === undefined
      ? []
      : slotsBetween(timing, { after: from, until: end, endAt, limit: MOST_RUNS })
  return [...missed, ...coming]
    .slice(0, Math.min(left, MOST_RUNS))
    .map((slot) => ({ schedule, slot, at: later(slot) }))
    .filter(({ at }) => at <= end)
}
