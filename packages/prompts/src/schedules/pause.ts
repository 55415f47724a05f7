import { type Database, inTransaction } from '@quartermaster/db'
import {
  announceScheduleSoon,
  cancelDeliveries,
  countOpenSlots,
  resumeWorkspace as deletePause,
  deleteUntriedSlots,
  findPause,
  holdDeliveries,
  pauseWorkspace as insertPause,
  releaseDeliveries,
} from '@quartermaster/delivery'
import type { Prompts } from '../prompts.ts'
import { type Schedule, unparkSchedules, updateSchedule } from '../queries/schedules.ts'
import { formatOrNull } from '../timing/instant.ts'
import { lockActiveSchedule } from './get-schedule.ts'

const TIMEOUT_MS = 15_000

type Scope = { readonly db: Database; readonly workspaceId: string; readonly now: Date }

/** Stops a schedule. An attempt that is being made is not interrupted. */
export const pauseSchedule = ({ db, workspaceId, now }: Scope, id: number): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockActiveSchedule(trx, workspaceId, id)
    if (schedule.paused_at !== null) return schedule
    // `next_run` still is the slot of these deliveries, so it comes due again on resume. With
    // overlap "allow" it has moved on already.
    if (schedule.overlap !== 'allow') await deleteUntriedSlots(trx, id)
    await holdDeliveries(trx, id)
    return updateSchedule(trx, id, {
      paused_at: now,
      due_at: null,
      parked: false,
      updated_at: now,
      open_deliveries: await countOpenSlots(trx, id),
    })
  })

/** Resumes a schedule. Its `misfire` policy handles the slots that came due during the pause. */
export const resumeSchedule = ({ db, workspaceId, now }: Scope, id: number): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockActiveSchedule(trx, workspaceId, id)
    if (schedule.paused_at === null) return schedule
    const resumed = { paused_at: null, updated_at: now }
    if (schedule.end_at !== null && now > schedule.end_at) {
      const reason = 'Its end_at passed while it was paused'
      await cancelDeliveries(trx, id, reason, now, { onlyUntried: true })
      await releaseDeliveries(trx, id, now)
      const open_deliveries = await countOpenSlots(trx, id)
      const ended = open_deliveries === 0 && { ended_at: now, ended_as: 'finished', next_run: null }
      return updateSchedule(trx, id, { ...resumed, ...ended, open_deliveries, due_at: null })
    }
    await releaseDeliveries(trx, id, now)
    const isWaiting = schedule.open_deliveries > 0 && schedule.overlap !== 'allow'
    await announceScheduleSoon(trx)
    return updateSchedule(trx, id, { ...resumed, due_at: isWaiting ? null : schedule.next_run })
  })

/** Stops all prompts of a workspace with one row, however many schedules it has. */
export const pauseWorkspace = ({ db, workspaceId, now }: Scope, by: string): Promise<boolean> =>
  insertPause(db, workspaceId, by, now)

export async function resumeWorkspace(
  { db, workspaceId, now }: Scope,
  prompts: Prompts,
): Promise<boolean> {
  const wasPaused = await inTransaction(db, TIMEOUT_MS, async (trx) => {
    const wasPaused = await deletePause(trx, workspaceId)
    await unparkSchedules(trx, workspaceId, now)
    await announceScheduleSoon(trx)
    return wasPaused
  })
  prompts.delivery.sweepNow()
  return wasPaused
}

export async function presentPause({ db, workspaceId }: Scope) {
  const pause = await findPause(db, workspaceId)
  return {
    paused: pause !== undefined,
    paused_since: formatOrNull(pause?.paused_at ?? null),
    paused_by: pause?.paused_by ?? null,
  }
}
