import { setImmediate } from 'node:timers/promises'
import type { Database } from '@quartermaster/db'
import { findPause } from '@quartermaster/delivery'
import { listSchedules } from '../queries/list-schedules.ts'
import type { Schedule } from '../queries/schedules.ts'
import { formatInstant } from '../timing/instant.ts'
import { type Planned, planSlot, slotAfterDelivery } from '../timing/plan-slot.ts'
import { plannedOf } from '../timing/schedule-timing.ts'

/** The next slots of one schedule, if every delivery succeeds. */
export async function previewSlots(
  schedule: Schedule,
  now: Date,
  count: number,
): Promise<string[]> {
  const slots = await firstSlots([slotsOf(schedule, now)], undefined, count)
  return slots.map(({ slot }) => formatInstant(slot))
}

const MAX_SCHEDULES = 1000
const MAX_SLOTS = 10_000

type Simulation = {
  readonly now: Date
  readonly days: number
  /** Simulates an outage of this length that begins now. */
  readonly outageHours: number
}

/** The coming slots of a workspace's schedules in order, by the rules of the worker. */
export async function simulateSlots(
  db: Database,
  workspaceId: string,
  { now, days, outageHours }: Simulation,
) {
  const isPaused = (await findPause(db, workspaceId)) !== undefined
  const schedules = isPaused
    ? []
    : await listSchedules(db, workspaceId, { includeEnded: false, limit: MAX_SCHEDULES })
  const end = new Date(now.getTime() + days * 24 * 3_600_000)
  const resumedAt = new Date(now.getTime() + outageHours * 3_600_000)
  const active = schedules.filter(({ paused_at }) => paused_at === null)
  const found = await firstSlots(
    active.map((schedule) => slotsOf(schedule, resumedAt)),
    end,
    MAX_SLOTS + 1,
  )
  const slots = found.slice(0, MAX_SLOTS)
  return {
    runs: slots.map(({ schedule, at, slot }) => ({
      schedule_id: schedule.id,
      agent_id: schedule.agent_id,
      at: formatInstant(at),
      scheduled_for: formatInstant(slot),
    })),
    count: slots.length,
    truncated: found.length > MAX_SLOTS || schedules.length === MAX_SCHEDULES,
  }
}

type FiringSlot = { readonly schedule: Schedule; readonly at: Date; readonly slot: Date }

/** The slots that a schedule fires for from `from` on. */
function* slotsOf(schedule: Schedule, from: Date): Generator<FiringSlot, undefined> {
  if (schedule.next_run === null || schedule.ended_at !== null) return
  const isAllowed = schedule.overlap === 'allow'
  let planned: Planned = {
    ...plannedOf(schedule),
    // Otherwise the open delivery is that of `next_run`, which is yielded first.
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

const MAX_BLOCKING_MS = 10

/** Merges slots in order of time. Yields to the event loop, because this may take seconds. */
async function firstSlots(
  schedules: readonly Generator<FiringSlot, undefined>[],
  end: Date | undefined,
  limit: number,
): Promise<FiringSlot[]> {
  let begun = performance.now()
  const yieldIfBlocking = async () => {
    if (performance.now() - begun < MAX_BLOCKING_MS) return
    await setImmediate()
    begun = performance.now()
  }
  const next = (slots: Generator<FiringSlot, undefined>): FiringSlot | undefined => {
    const { value } = slots.next()
    return value === undefined || (end !== undefined && value.at > end) ? undefined : value
  }

  const heads: { head: FiringSlot; slots: Generator<FiringSlot, undefined> }[] = []
  for (const slots of schedules) {
    const head = next(slots)
    if (head !== undefined) heads.push({ head, slots })
    await yieldIfBlocking()
  }
  const found: FiringSlot[] = []
  while (found.length < limit && heads.length > 0) {
    const first = heads.reduce((a, b) => (isBefore(b.head, a.head) ? b : a))
    found.push(first.head)
    const head = next(first.slots)
    if (head === undefined) heads.splice(heads.indexOf(first), 1)
    else first.head = head
    await yieldIfBlocking()
  }
  return found
}

const isBefore = (a: FiringSlot, b: FiringSlot): boolean =>
  (a.at.getTime() - b.at.getTime() || a.schedule.id - b.schedule.id) < 0
