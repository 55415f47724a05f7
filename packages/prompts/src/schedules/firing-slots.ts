import { setImmediate } from 'node:timers/promises'
import type { Database } from '@quartermaster/db'
import { findPause } from '@quartermaster/delivery'
import { listSchedules } from '../queries/list-schedules.ts'
import type { Schedule } from '../queries/schedules.ts'
import { type Planned, planSlot, slotAfterDelivery } from '../timing/plan-slot.ts'
import { plannedOf } from '../timing/schedule-timing.ts'

const MAX_SCHEDULES = 1000

/** The schedules of a workspace that currently deliver prompts. */
export async function listDelivering(db: Database, workspaceId: string) {
  const isPaused = (await findPause(db, workspaceId)) !== undefined
  if (isPaused) return { schedules: [], isComplete: true }
  const request = { includeEnded: false, limit: MAX_SCHEDULES }
  const schedules = await listSchedules(db, workspaceId, request)
  return {
    schedules: schedules.filter(({ paused_at }) => paused_at === null),
    isComplete: schedules.length < MAX_SCHEDULES,
  }
}

export type FiringSlot = { readonly schedule: Schedule; readonly at: Date; readonly slot: Date }

/** The slots for which a schedule fires from `from` on, if every delivery succeeds. */
export function* slotsOf(schedule: Schedule, from: Date): Generator<FiringSlot, undefined> {
  if (schedule.next_run === null || schedule.ended_at !== null) return
  const isAllowed = schedule.overlap === 'allow'
  let planned: Planned = {
    ...plannedOf(schedule),
    // Without `allow`, the open delivery is that of `next_run`, which is yielded first.
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

/** The first slots of a schedule. */
export type SlotsOfSchedule = {
  readonly schedule: Schedule
  readonly slots: readonly FiringSlot[]
  /** Whether there are more before the end. */
  readonly hasMore: boolean
}

type Limits = { readonly from: Date; readonly end: Date; readonly limit: number }

const MAX_BLOCKING_MS = 10

/**
 * At most about `limit` slots in all. Each schedule has the same share, so that one with many slots does not displace
 * the others; unused shares go to the rest. Yields to the event loop, because this may take seconds.
 */
export async function shareSlots(
  schedules: readonly Schedule[],
  { from, end, limit }: Limits,
): Promise<SlotsOfSchedule[]> {
  let begun = performance.now()
  const yieldIfBlocking = async () => {
    if (performance.now() - begun < MAX_BLOCKING_MS) return
    await setImmediate()
    begun = performance.now()
  }
  const all = schedules.map((schedule) => ({
    schedule,
    slots: [] as FiringSlot[],
    coming: slotsOf(schedule, from),
    hasMore: true,
  }))
  let left = limit
  for (;;) {
    const open = all.filter(({ hasMore }) => hasMore)
    const share = Math.floor(left / Math.max(1, open.length))
    if (open.length === 0 || share === 0) break
    for (const one of open) {
      for (let taken = 0; taken < share && one.hasMore; taken++) {
        const { value } = one.coming.next()
        one.hasMore = value !== undefined && value.at <= end
        if (value !== undefined && one.hasMore) {
          one.slots.push(value)
          left--
        }
        await yieldIfBlocking()
      }
    }
  }
  return all
}
