import { inTransaction } from '@quartermaster/db'
import {
  announceScheduleSoon,
  cancelDeliveries,
  countOpenSlots,
  deleteUntriedSlots,
  holdDeliveries,
  releaseDeliveries,
} from '@quartermaster/delivery'
import { type Schedule, updateSchedule } from '../queries/schedules.ts'
import { type ChangeScope, lockOwnSchedule } from './get-schedule.ts'

const TIMEOUT_MS = 15_000

/** Pauses a schedule. An attempt in progress is not interrupted. */
export const pauseSchedule = ({ db, caller, now }: ChangeScope, id: number): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockOwnSchedule(trx, caller, id)
    if (schedule.paused_at !== null) return schedule
    // `next_run` is still the slot of these deliveries, so it comes due again on resume. With
    // overlap "allow", it has already advanced.
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
export const resumeSchedule = ({ db, caller, now }: ChangeScope, id: number): Promise<Schedule> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const schedule = await lockOwnSchedule(trx, caller, id)
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
