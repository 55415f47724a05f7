import { type Database, inTransaction } from '@quartermaster/db'
import {
  cancelDeliveries,
  countOpen,
  findPause,
  forgetUntried,
  holdDeliveries,
  pauseWorkspace as holdWorkspace,
  releaseDeliveries,
  resumeWorkspace as releaseWorkspace,
} from '@quartermaster/delivery'
import type { Prompts } from '../prompts.ts'
import {
  announceSoon,
  type Schedule,
  unparkSchedules,
  updateSchedule,
} from '../queries/schedules.ts'
import { formatOrNull } from '../timing/instant.ts'
import { lockActive } from './get-schedule.ts'

const TIMEOUT_MS = 15_000

type Where = { readonly db: Database; readonly workspaceId: string; readonly now: Date }

/** Nothing of it is sent from now on, but for what is being sent already. */
export const pauseSchedule = ({ db, workspaceId, now }: Where, id: number): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockActive(trx, workspaceId, id)
    if (schedule.paused_at !== null) return schedule
    // Its slot is its own still, and comes again when it is resumed; with "allow" it has gone on.
    if (schedule.overlap !== 'allow') await forgetUntried(trx, id)
    await holdDeliveries(trx, id)
    return updateSchedule(trx, id, {
      ...{ paused_at: now, due_at: null, parked: false, updated_at: now },
      open_deliveries: await countOpen(trx, id),
    })
  })

/** What has come due meanwhile is treated as after an outage: its misfire policy decides. */
export const resumeSchedule = ({ db, workspaceId, now }: Where, id: number): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockActive(trx, workspaceId, id)
    if (schedule.paused_at === null) return schedule
    const resumed = { paused_at: null, updated_at: now }
    if (schedule.end_at !== null && now > schedule.end_at) {
      const reason = 'Its end_at passed while it was paused'
      await cancelDeliveries(trx, id, reason, now, { onlyUntried: true })
      await releaseDeliveries(trx, id, now)
      const open_deliveries = await countOpen(trx, id)
      const ended = open_deliveries === 0 && { ended_at: now, ended_as: 'finished', next_run: null }
      return updateSchedule(trx, id, { ...resumed, ...ended, open_deliveries, due_at: null })
    }
    await releaseDeliveries(trx, id, now)
    const isWaiting = schedule.open_deliveries > 0 && schedule.overlap !== 'allow'
    await announceSoon(trx)
    return updateSchedule(trx, id, { ...resumed, due_at: isWaiting ? null : schedule.next_run })
  })

/** Stops all prompts of a workspace at once, however many schedules it has. */
export const pauseWorkspace = ({ db, workspaceId, now }: Where, by: string): Promise<boolean> =>
  holdWorkspace(db, workspaceId, by, now)

export async function resumeWorkspace(
  { db, workspaceId, now }: Where,
  prompts: Prompts,
): Promise<boolean> {
  const wasPaused = await inTransaction(db, TIMEOUT_MS, async (trx) => {
    const wasPaused = await releaseWorkspace(trx, workspaceId)
    await unparkSchedules(trx, workspaceId, now)
    await announceSoon(trx)
    return wasPaused
  })
  prompts.delivery.sweepNow()
  return wasPaused
}

export async function showPause({ db, workspaceId }: Where) {
  const pause = await findPause(db, workspaceId)
  return {
    paused: pause !== undefined,
    paused_since: formatOrNull(pause?.paused_at ?? null),
    paused_by: pause?.paused_by ?? null,
  }
}
