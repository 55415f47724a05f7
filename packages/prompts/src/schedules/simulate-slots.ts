import type { Database } from '@quartermaster/db'
import type { Schedule } from '../queries/schedules.ts'
import { formatInstant } from '../timing/instant.ts'
import { type FiringSlot, listDelivering, shareSlots } from './firing-slots.ts'

// No timing has slots after this time.
const END_OF_TIME = new Date(8.64e15)

/** The next slots of one schedule, if every delivery succeeds. */
export async function previewSlots(
  schedule: Schedule,
  now: Date,
  count: number,
): Promise<string[]> {
  const [found] = await shareSlots([schedule], { from: now, end: END_OF_TIME, limit: count })
  return found?.slots.map(({ slot }) => formatInstant(slot)) ?? []
}

export const MAX_SIMULATED = 10_000

type Simulation = {
  readonly now: Date
  readonly days: number
  /** Simulates an outage of this length that begins now. */
  readonly outageHours: number
  readonly limit?: number
}

/** The coming slots of a workspace's schedules in order, by the rules of the worker. */
export async function simulateSlots(
  db: Database,
  workspaceId: string,
  { now, days, outageHours, limit = MAX_SIMULATED }: Simulation,
) {
  const { schedules, isComplete } = await listDelivering(db, workspaceId)
  const found = await shareSlots(schedules, {
    from: new Date(now.getTime() + outageHours * 3_600_000),
    end: new Date(now.getTime() + days * 24 * 3_600_000),
    limit,
  })
  const slots = found.flatMap((one) => one.slots).toSorted(inOrderOfTime)
  const unfinished = found.filter(({ hasMore }) => hasMore)
  return {
    runs: slots.map(({ schedule, at, slot }) => ({
      schedule_id: schedule.id,
      agent_id: schedule.agent_id,
      at: formatInstant(at),
      scheduled_for: formatInstant(slot),
    })),
    count: slots.length,
    truncated: unfinished.length > 0 || !isComplete,
    unfinished: unfinished.map(({ schedule, slots: simulated }) => ({
      schedule_id: schedule.id,
      until: formatInstant(simulated.at(-1)?.at ?? now),
    })),
  }
}

const inOrderOfTime = (a: FiringSlot, b: FiringSlot): number =>
  a.at.getTime() - b.at.getTime() || a.schedule.id - b.schedule.id
