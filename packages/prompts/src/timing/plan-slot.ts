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
const MOST_CAUGHT_UP = 100
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
  if (isLate && endAt !== null && now > endAt) {
    return { fires: false, nextRun: null, dueAt: null, caughtUp: 0 }
  }
  const following = nextSlot(timing, later(slot, now), endAt) ?? null
  const after = nextSlot(timing, slot, endAt) ?? null
  // An outage is made up for to its end, which also has slots that are hardly late.
  const isBehind = caughtUp > 0 && after !== null && after <= now
  const catchesUp = misfire === 'all' && (isLate || isBehind)
  if ((isLate && misfire === 'skip') || (catchesUp && caughtUp >= MOST_CAUGHT_UP)) {
    return { fires: false, nextRun: following, dueAt: following, caughtUp: 0 }
  }
  const made = catchesUp ? caughtUp + 1 : 0
  // The slot stays the schedule's own until it is delivered.
  if (overlap !== 'allow') return { fires: true, nextRun: slot, dueAt: null, caughtUp: made }

  // Those under way may be all that it needs: what becomes of them is waited for.
  const left = repetitionsLeft(schedule)
  if (left <= 0) return { fires: false, nextRun: slot, dueAt: null, caughtUp }
  const next = misfire === 'all' ? after : following
  if (schedule.openDeliveries >= MOST_OPEN) {
    return { fires: false, nextRun: next, dueAt: next, caughtUp: made }
  }
  return { fires: true, nextRun: next ?? slot, dueAt: left === 1 ? null : next, caughtUp: made }
}

/** How many more may begin, if all that are under way arrive. */
export const repetitionsLeft = (
  schedule: Pick<Planned, 'maxRepetitions' | 'repetitionCount' | 'openDeliveries'>,
): number =>
  (schedule.maxRepetitions ?? Number.POSITIVE_INFINITY) -
  schedule.repetitionCount -
  schedule.openDeliveries

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
