import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'

// Callers of these functions must have locked the schedule.

/** Cancels deliveries that are not being sent. */
export async function cancelDeliveries(
  trx: Tx,
  scheduleId: number,
  reason: string,
  now: Date,
  { onlyUntried = false }: { onlyUntried?: boolean } = {},
): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'cancelled', error: reason, ended_at: now })
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['pending', 'held'])
    .$if(onlyUntried, (query) => query.where('attempts', '=', 0))
    .execute()
}

/** Deletes the deliveries of slots without an attempt, as if the slots had not come due. */
export async function deleteUntriedSlots(trx: Tx, scheduleId: number): Promise<void> {
  await trx
    .deleteFrom('deliveries')
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('trigger', '=', 'slot')
    .execute()
}

export async function holdDeliveries(trx: Tx, scheduleId: number): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'held' })
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'pending')
    .execute()
}

export async function releaseDeliveries(trx: Tx, scheduleId: number, now: Date): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({
      state: 'pending',
      attempt_at: sql`greatest(due_at, least(attempt_at, ${now}::timestamptz))`,
    })
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'held')
    .execute()
}

/** Applies changes of a schedule to its pending and held deliveries, unless they may have arrived already. */
export async function reviseDeliveries(
  trx: Tx,
  scheduleId: number,
  changes: { prompt?: string; agent_id?: string },
): Promise<void> {
  if (changes.prompt === undefined && changes.agent_id === undefined) return
  await trx
    .updateTable('deliveries')
    .set(changes)
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['pending', 'held'])
    .where('in_doubt', 'is', null)
    .execute()
}

/** Deliveries of the schedule's slots that have not ended. */
export async function countOpenSlots(trx: Tx, scheduleId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select(sql<number>`count(*)`.as('count'))
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['pending', 'held', 'sending'])
    .where('trigger', '=', 'slot')
    .where('resent', '=', false)
    .executeTakeFirstOrThrow()
  return count
}
