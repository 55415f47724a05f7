import { nextSlot, type Timing } from './timing.ts'

/** The state of a schedule on which its next slot depends. */
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

/** A slot that is overdue by more than this counts as missed. */
export const GRACE_MS = 60_000
/** The most missed slots that `misfire: "all"` delivers in a row; the rest are skipped. */
const MAX_CAUGHT_UP = 100
/** Limit for the open deliveries of one schedule with `overlap: "allow"`. */
const MAX_OPEN = 100

/** Whether a slot fires, and the schedule's next slot. */
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
  // Catching up includes the last slots of an outage, which are within `GRACE_MS`.
  const isBehind = caughtUp > 0 && after !== null && after <= now
  const catchesUp = misfire === 'all' && (isLate || isBehind)
  if ((isLate && misfire === 'skip') || (catchesUp && caughtUp >= MAX_CAUGHT_UP)) {
    return { fires: false, nextRun: following, dueAt: following, caughtUp: 0 }
  }
  const nowCaughtUp = catchesUp ? caughtUp + 1 : 0
  // `next_run` stays at this slot until its delivery has ended.
  if (overlap !== 'allow') return { fires: true, nextRun: slot, dueAt: null, caughtUp: nowCaughtUp }

  // `max_repetitions` may allow no more than the open deliveries, so their outcomes decide.
  const left = repetitionsLeft(schedule)
  if (left <= 0) return { fires: false, nextRun: slot, dueAt: null, caughtUp }
  const next = misfire === 'all' ? after : following
  if (schedule.openDeliveries >= MAX_OPEN) {
    return { fires: false, nextRun: next, dueAt: next, caughtUp: nowCaughtUp }
  }
  return {
    fires: true,
    nextRun: next ?? slot,
    dueAt: left === 1 ? null : next,
    caughtUp: nowCaughtUp,
  }
}

/** How many more slots may fire if every open delivery succeeds. */
export const repetitionsLeft = (
  schedule: Pick<Planned, 'maxRepetitions' | 'repetitionCount' | 'openDeliveries'>,
): number =>
  (schedule.maxRepetitions ?? Number.POSITIVE_INFINITY) -
  schedule.repetitionCount -
  schedule.openDeliveries

/** The slot after one whose delivery was created at `beganAt` and has ended. */
export function slotAfterDelivery(
  schedule: Pick<Planned, 'timing' | 'endAt' | 'misfire' | 'overlap' | 'caughtUp'>,
  { slot, beganAt, now }: { slot: Date; beganAt: Date; now: Date },
): Date | undefined {
  const { timing, endAt, misfire, overlap, caughtUp } = schedule
  if (misfire === 'all' && caughtUp > 0) {
    const missed = nextSlot(timing, slot, endAt)
    // Slots missed before this delivery was created are handled by the `misfire` policy.
    if (missed !== undefined && missed <= beganAt) return missed
  }
  const begun = later(slot, beganAt)
  return nextSlot(timing, overlap === 'queue' ? begun : later(begun, now), endAt)
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
