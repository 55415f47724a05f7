import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

// Each of these is for whoever has locked the schedule.

/** What has not begun to be sent is not sent any more. */
export async function cancelDeliveries(
  trx: Database,
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

/** Occurrences that nobody has tried to deliver yet are as if they had never come. */
export async function forgetUntried(trx: Database, scheduleId: number): Promise<void> {
  await trx
    .deleteFrom('deliveries')
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('slot', 'not like', 'run:%')
    .execute()
}

export async function holdDeliveries(trx: Database, scheduleId: number): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'held' })
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'pending')
    .execute()
}

export async function releaseDeliveries(
  trx: Database,
  scheduleId: number,
  now: Date,
): Promise<void> {
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

/** What waits gets the new words, but for what may have arrived with the old ones. */
export async function reviseDeliveries(
  trx: Database,
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

/** The schedule's own deliveries that have not ended. */
export async function countOpen(trx: Database, scheduleId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select(sql<number>`count(*)`.as('count'))
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', ['pending', 'held', 'sending'])
    .where('slot', 'not like', 'run:%')
    .where('resent', '=', false)
    .executeTakeFirstOrThrow()
  return count
}
