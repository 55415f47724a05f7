import { setImmediate } from 'node:timers/promises'
import type { Database } from '@quartermaster/db'
import { findPause } from '@quartermaster/delivery'
import { listSchedules, type Schedule } from '../queries/schedules.ts'
import { formatInstant } from '../timing/instant.ts'
import { type Planned, planSlot, slotAfterDelivery } from '../timing/plan-slot.ts'
import { plannedOf } from '../timing/schedule-timing.ts'

/** The next runs of one schedule, as they are if all goes well. */
export async function previewRuns(schedule: Schedule, now: Date, count: number): Promise<string[]> {
  const runs = await firstRuns([runsOf(schedule, now)], undefined, count)
  return runs.map(({ slot }) => formatInstant(slot))
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
  const isPaused = (await findPause(db, workspaceId)) !== undefined
  const schedules = isPaused
    ? []
    : await listSchedules(db, workspaceId, { includeEnded: false, limit: MOST_SCHEDULES })
  const end = new Date(now.getTime() + days * 24 * 3_600_000)
  const back = new Date(now.getTime() + outageHours * 3_600_000)
  const active = schedules.filter(({ paused_at }) => paused_at === null)
  const runs = await firstRuns(
    active.map((schedule) => runsOf(schedule, back)),
    end,
    MOST_RUNS + 1,
  )
  const shown = runs.slice(0, MOST_RUNS)
  return {
    runs: shown.map(({ schedule, at, slot }) => ({
      schedule_id: schedule.id,
      agent_id: schedule.agent_id,
      at: formatInstant(at),
      scheduled_for: formatInstant(slot),
    })),
    count: shown.length,
    truncated: runs.length > MOST_RUNS || schedules.length === MOST_SCHEDULES,
  }
}

type Run = { readonly schedule: Schedule; readonly at: Date; readonly slot: Date }

/** What it will do by itself from this moment on, by the rules of the worker, without end. */
function* runsOf(schedule: Schedule, from: Date): Generator<Run, undefined> {
  if (schedule.next_run === null || schedule.ended_at !== null) return
  const isAllowed = schedule.overlap === 'allow'
  let planned: Planned = {
    ...plannedOf(schedule),
    // Otherwise what is under way is the slot that comes first here.
    ...(!isAllowed && { openDeliveries: 0 }),
  }
  for (;;) {
    const { nextRun: slot } = planned
    const at = slot > from ? slot : from
    const { fires, nextRun, caughtUp } = planSlot(planned, at)
    if (fires) yield { schedule, slot, at }
    const repetitionCount = planned.repetitionCount + (fires ? 1 : 0)
    if (repetitionCount >= (planned.maxRepetitions ?? Number.POSITIVE_INFINITY)) return
    const next =
      fires && !isAllowed
        ? slotAfterDelivery({ ...planned, caughtUp }, { slot, beganAt: at, now: at })
        : nextRun
    if (!next || next <= slot) return
    planned = { ...planned, nextRun: next, caughtUp, repetitionCount }
  }
}

const BREATH_MS = 10

/** The first of all, in order. Others get their turn meanwhile: there may be much to count. */
async function firstRuns(
  schedules: readonly Generator<Run, undefined>[],
  end: Date | undefined,
  most: number,
): Promise<Run[]> {
  let begun = performance.now()
  const breathe = async () => {
    if (performance.now() - begun < BREATH_MS) return
    await setImmediate()
    begun = performance.now()
  }
  const next = (runs: Generator<Run, undefined>): Run | undefined => {
    const { value } = runs.next()
    return value === undefined || (end !== undefined && value.at > end) ? undefined : value
  }

  const heads: { run: Run; runs: Generator<Run, undefined> }[] = []
  for (const runs of schedules) {
    const run = next(runs)
    if (run !== undefined) heads.push({ run, runs })
    await breathe()
  }
  const found: Run[] = []
  while (found.length < most && heads.length > 0) {
    const first = heads.reduce((a, b) => (isBefore(b.run, a.run) ? b : a))
    found.push(first.run)
    const run = next(first.runs)
    if (run === undefined) heads.splice(heads.indexOf(first), 1)
    else first.run = run
    await breathe()
  }
  return found
}

const isBefore = (a: Run, b: Run): boolean =>
  (a.at.getTime() - b.at.getTime() || a.schedule.id - b.schedule.id) < 0
