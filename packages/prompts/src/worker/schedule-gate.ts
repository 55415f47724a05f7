import type { EndedDelivery, ScheduleGate } from '@quartermaster/delivery'
import { type Settled, saveSettled } from '../queries/save-settled.ts'
import { lockSchedules, type Schedule } from '../queries/schedules.ts'
import { repetitionsLeft, slotAfterDelivery } from '../timing/plan-slot.ts'
import { plannedOf } from '../timing/schedule-timing.ts'

/** Counts ended deliveries on their schedules, which then advance to the next slot or end. */
export const scheduleGate: ScheduleGate = {
  async lockSchedules(trx, ids) {
    const schedules = new Map((await lockSchedules(trx, ids)).map((row) => [row.id, row]))
    return {
      afterFailure({ scheduleId, trigger, dueAt, resent }) {
        const schedule = schedules.get(scheduleId ?? 0)
        if (schedule === undefined || resent) return 'retry'
        if (schedule.ended_as === 'cancelled') return 'cancel'
        // A change of the schedule's timing has changed `next_run`.
        const isCurrent = schedule.overlap === 'allow' || isSame(schedule.next_run, dueAt)
        if (trigger === 'slot' && !isCurrent) return 'cancel'
        return schedule.paused_at === null ? 'retry' : 'hold'
      },

      async settle(ended) {
        for (const delivery of ended) {
          const schedule = schedules.get(delivery.scheduleId ?? 0)
          if (schedule !== undefined) schedules.set(schedule.id, settleOne(schedule, delivery))
        }
        const [last] = ended.map(({ endedAt }) => endedAt).sort((a, b) => b.getTime() - a.getTime())
        if (last === undefined) return
        const touched = new Set(ended.map(({ scheduleId }) => scheduleId))
        const changed = [...schedules.values()].filter(({ id }) => touched.has(id))
        await saveSettled(trx, changed.map(toSettled), last)
      },
    }
  },
}

const isSame = (a: Date | null, b: Date): boolean => a?.getTime() === b.getTime()

export function settleOne(schedule: Schedule, delivery: EndedDelivery): Schedule {
  const isDelivered = delivery.state === 'delivered'
  const seen = { ...schedule, ...(isDelivered && { last_run: delivery.endedAt }) }
  if (delivery.trigger === 'manual') return seen

  // `max_repetitions` counts deliveries, not claims: a prompt that never arrived must not use one up.
  const counted = { ...seen, repetition_count: seen.repetition_count + (isDelivered ? 1 : 0) }
  const isOwn = !delivery.resent
  if (isOwn) counted.open_deliveries = Math.max(counted.open_deliveries - 1, 0)
  const isComplete =
    counted.max_repetitions !== null && counted.repetition_count >= counted.max_repetitions
  if (counted.ended_at !== null) {
    const isRecovered = isDelivered && counted.ended_as === 'failed'
    return isRecovered ? { ...counted, ended_as: 'finished' } : counted
  }
  if (isComplete) return end(counted, 'finished', delivery.endedAt)
  if (!isOwn) return counted
  return advance(counted, delivery)
}

function advance(schedule: Schedule, delivery: EndedDelivery): Schedule {
  const { endedAt: now, dueAt: slot } = delivery
  const planned = plannedOf(schedule)
  if (schedule.overlap === 'allow') {
    if (schedule.due_at !== null || schedule.paused_at !== null || schedule.parked) return schedule
    // `max_repetitions` may allow no more than the open deliveries, so the schedule does not fire yet.
    if (repetitionsLeft(planned) <= 0) return schedule
    const next = nextOverlappingSlot(schedule, now)
    if (next !== undefined) return { ...schedule, next_run: next, due_at: next }
    return schedule.open_deliveries > 0 ? schedule : endAfter(schedule, delivery)
  }
  if (schedule.open_deliveries > 0) return schedule
  const isChanged = schedule.next_run !== null && !isSame(schedule.next_run, slot)
  const next = isChanged
    ? planned.nextRun
    : slotAfterDelivery(planned, { slot, beganAt: delivery.createdAt, now })
  if (next === undefined) return endAfter(schedule, delivery)
  const isIdle = schedule.paused_at !== null || schedule.parked
  return { ...schedule, next_run: next, due_at: isIdle ? null : next }
}

/** `next_run` is in the future, or it passed while the schedule did not fire. */
function nextOverlappingSlot(schedule: Schedule, now: Date): Date | undefined {
  const { next_run: slot } = schedule
  if (slot === null || slot > now) return slot ?? undefined
  return slotAfterDelivery(plannedOf(schedule), { slot, beganAt: slot, now })
}

/** A one-time schedule fails with its only delivery; all others end as finished. */
const endAfter = (schedule: Schedule, { state, endedAt }: EndedDelivery): Schedule =>
  end(schedule, schedule.kind === 'once' && state !== 'delivered' ? 'failed' : 'finished', endedAt)

const end = (schedule: Schedule, endedAs: string, endedAt: Date): Schedule => ({
  ...schedule,
  next_run: null,
  due_at: null,
  ended_at: endedAt,
  ended_as: endedAs,
})

const toSettled = (row: Schedule): Settled => ({
  id: row.id,
  repetitionCount: row.repetition_count,
  lastRun: row.last_run,
  nextRun: row.next_run,
  dueAt: row.due_at,
  openDeliveries: row.open_deliveries,
  endedAt: row.ended_at,
  endedAs: row.ended_as,
})
