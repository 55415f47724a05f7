import { type Database, inTransaction } from '@quartermaster/db'
import { type Finish, finishDeliveries } from '../queries/finish-deliveries.ts'
import { clearTroubles, saveTroubles } from '../queries/troubles.ts'
import type { LockedSchedules, ScheduleGate } from '../schedule-gate.ts'

const TIMEOUT_MS = 30_000

/** Stores the outcomes of attempts together or, if that fails because of one of them, one by one. */
export async function storeOutcomes(
  db: Database,
  gate: ScheduleGate,
  finishes: readonly Finish[],
): Promise<void> {
  try {
    await storeTogether(db, gate, finishes)
  } catch (error) {
    if (finishes.length === 1 || !isDataError(error)) throw error
    const single = finishes.map((finish) => storeTogether(db, gate, [finish]))
    const failed = (await Promise.allSettled(single)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

/** SQLSTATE classes 2x and 42: the statement itself is at fault, not the connection. */
const isDataError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(2|42)/.test(String(error.code))

const storeTogether = (
  db: Database,
  gate: ScheduleGate,
  finishes: readonly Finish[],
): Promise<void> =>
  inTransaction(db, TIMEOUT_MS, async (trx) => {
    const scheduleIds = finishes.flatMap(({ scheduleId }) => scheduleId ?? [])
    const schedules = await gate.lockSchedules(trx, [...new Set(scheduleIds)])
    const ended = await finishDeliveries(
      trx,
      finishes.map((finish) => ({ ...finish, state: stateOf(finish, schedules) })),
    )
    await schedules.settle(ended)
    const delivered = finishes.filter(({ outcome }) => outcome === 'delivered')
    const now = new Date(Math.max(...finishes.map(({ endedAt }) => endedAt.getTime())))
    await clearTroubles(trx, delivered.map(recipientOf), now)
    const failed = finishes.filter(({ outcome }) => outcome !== 'delivered')
    await saveTroubles(
      trx,
      failed.map((finish) => ({
        ...recipientOf(finish),
        target: finish.target,
        error: finish.error ?? '',
        at: finish.endedAt,
      })),
    )
  })

const AFTER_FAILURE = { retry: 'pending', hold: 'held', cancel: 'cancelled' } as const

/** The schedule may have been cancelled, paused or changed during the attempt. */
const stateOf = (finish: Finish, schedules: LockedSchedules): Finish['state'] =>
  finish.state === 'pending' ? AFTER_FAILURE[schedules.afterFailure(finish)] : finish.state

const recipientOf = ({ workspaceId, agentId }: Finish) => ({ workspaceId, agentId })
