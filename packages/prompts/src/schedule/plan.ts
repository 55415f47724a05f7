import { nextSlot, type Timing } from './timing.ts'

/** What is to be decided about a schedule, and upon what. */
export type Planned = {
  readonly timing: Timing
  readonly endAt: Date | null
  readonly misfire: 'once' | 'skip' | 'all'
  readonly overlap: 'skip' | 'queue' | 'allow'
  readonly nextRun: Date
  readonly caughtUp: number
  readonly openDeliveries: number
  readonly repetitionCount: number
  readonly maxRepetitions: number | null
}

/** Later than this a slot counts as missed. */
export const GRACE_MS = 60_000
/** Missed slots that `misfire: "all"` makes up for in a row; then it goes on with the present. */
export const MOST_CAUGHT_UP = 100
/** Deliveries of one schedule under way at once with `overlap: "allow"`. */
const MOST_OPEN = 100

/** What becomes of a schedule when its slot has come. */
export type Plan = {
  readonly fires: boolean
  readonly nextRun: Date | null
  readonly dueAt: Date | null
  readonly caughtUp: number
}

export function planSlot(schedule: Planned, now: Date): Plan {
  const { timing, endAt, misfire, overlap, nextRun: slot, caughtUp } = schedule
  const isLate = now.getTime() - slot.getTime() > GRACE_MS
  const following = nextSlot(timing, later(slot, now), endAt) ?? null
  if (isLate && misfire === 'skip') {
    return { fires: false, nextRun: following, dueAt: following, caughtUp: 0 }
  }
  const isCaughtUp = caughtUp >= MOST_CAUGHT_UP
  if (isLate && misfire === 'all' && isCaughtUp) {
    return { fires: false, nextRun: following, dueAt: following, caughtUp: 0 }
  }
  const made = isLate && misfire === 'all' ? caughtUp + 1 : 0
  // The slot stays the schedule's own until it is delivered.
  if (overlap !== 'allow') return { fires: true, nextRun: slot, dueAt: null, caughtUp: made }

  const next = misfire === 'all' ? (nextSlot(timing, slot, endAt) ?? null) : following
  if (schedule.openDeliveries >= MOST_OPEN) {
    return { fires: false, nextRun: next, dueAt: next, caughtUp: made }
  }
  // Those under way may be the last that it needs.
  const isLast =
    schedule.maxRepetitions !== null &&
    schedule.repetitionCount + schedule.openDeliveries + 1 >= schedule.maxRepetitions
  return { fires: true, nextRun: next ?? slot, dueAt: isLast ? null : next, caughtUp: made }
}

/** The slot after one that has ended, which had been begun at some moment. */
export function slotAfterDelivery(
  schedule: Pick<Planned, 'timing' | 'endAt' | 'misfire' | 'overlap' | 'caughtUp'>,
  { slot, beganAt, now }: { slot: Date; beganAt: Date; now: Date },
): Date | undefined {
  const { timing, endAt, misfire, overlap, caughtUp } = schedule
  if (misfire === 'all' && caughtUp > 0) {
    const missed = nextSlot(timing, slot, endAt)
    // What was missed before this one began is the outage's; the misfire policy wants it back.
    if (missed !== undefined && missed <= beganAt) return missed
  }
  const begun = later(slot, beganAt)
  return nextSlot(timing, overlap === 'queue' ? begun : later(begun, now), endAt)
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
