import type { Ended, LockOrigin } from '@quartermaster/delivery'
import { lockSchedules, type Schedule } from '../queries/schedules.ts'
import { type Settled, saveSettled } from '../queries/settled.ts'
import { repetitionsLeft, slotAfterDelivery } from '../timing/plan-slot.ts'
import { plannedOf } from '../timing/schedule-timing.ts'

/** Deliveries ended: their schedules are counted on, and go on or finish. */
export const lockOrigin: LockOrigin = async (trx, ids) => {
  const schedules = new Map((await lockSchedules(trx, ids)).map((row) => [row.id, row]))
  return {
    wants({ scheduleId, slot, resent }) {
      const schedule = schedules.get(scheduleId ?? 0)
      if (schedule === undefined || resent) return 'again'
      if (schedule.ended_as === 'cancelled') return 'never'
      // Changed meanwhile: it is for another time now.
      const isOwn = schedule.overlap === 'allow' || schedule.next_run?.toISOString() === slot
      if (!isManual(slot) && !isOwn) return 'never'
      return schedule.paused_at === null ? 'again' : 'later'
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
}

/** Begun by hand, beside the schedule's own runs. */
export const isManual = (slot: string): boolean => slot.startsWith('run:')

export function settleOne(schedule: Schedule, delivery: Ended): Schedule {
  const isDelivered = delivery.state === 'delivered'
  const seen = { ...schedule, ...(isDelivered && { last_run: delivery.endedAt }) }
  if (isManual(delivery.slot)) return seen

  // Counted when delivered, not when begun: what never arrived must not use up a repetition.
  const counted = { ...seen, repetition_count: seen.repetition_count + (isDelivered ? 1 : 0) }
  const isOwn = !delivery.resent
  if (isOwn) counted.open_deliveries = Math.max(counted.open_deliveries - 1, 0)
  const isComplete =
    counted.max_repetitions !== null && counted.repetition_count >= counted.max_repetitions
  if (counted.ended_at !== null) {
    const isMended = isDelivered && counted.ended_as === 'failed'
    return isMended ? { ...counted, ended_as: 'finished' } : counted
  }
  if (isComplete) return end(counted, 'finished', delivery.endedAt)
  if (!isOwn) return counted
  return goOn(counted, delivery)
}

function goOn(schedule: Schedule, delivery: Ended): Schedule {
  const { endedAt: now } = delivery
  const slot = new Date(delivery.slot)
  const planned = plannedOf(schedule)
  if (schedule.overlap === 'allow') {
    if (schedule.due_at !== null || schedule.paused_at !== null || schedule.parked) return schedule
    // It had stopped to see what becomes of those under way.
    if (repetitionsLeft(planned) <= 0) return schedule
    const next = nextOfAllowed(schedule, now)
    if (next !== undefined) return { ...schedule, next_run: next, due_at: next }
    return schedule.open_deliveries > 0 ? schedule : endAs(schedule, delivery)
  }
  if (schedule.open_deliveries > 0) return schedule
  // Changed while this one was being sent: it goes on with its new slot.
  const isChanged = schedule.next_run !== null && schedule.next_run.getTime() !== slot.getTime()
  const next = isChanged
    ? planned.nextRun
    : slotAfterDelivery(planned, { slot, beganAt: delivery.createdAt, now })
  if (next === undefined) return endAs(schedule, delivery)
  const isStill = schedule.paused_at !== null || schedule.parked
  return { ...schedule, next_run: next, due_at: isStill ? null : next }
}

/** Its next slot has not come yet, or has passed while it waited. */
function nextOfAllowed(schedule: Schedule, now: Date): Date | undefined {
  const { next_run: slot } = schedule
  if (slot === null || slot > now) return slot ?? undefined
  return slotAfterDelivery(plannedOf(schedule), { slot, beganAt: slot, now })
}

/** One that had a single chance has failed with it. */
const endAs = (schedule: Schedule, { state, endedAt }: Ended): Schedule =>
  end(schedule, schedule.kind === 'once' && state !== 'delivered' ? 'failed' : 'finished', endedAt)

const end = (schedule: Schedule, endedAs: string, endedAt: Date): Schedule => ({
  ...schedule,
  ...{ next_run: null, due_at: null, ended_at: endedAt, ended_as: endedAs },
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
