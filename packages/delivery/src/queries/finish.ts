import type { DB } from '@quartermaster/db'
import { sql, type Transaction } from 'kysely'

/** How an attempt ended, and what becomes of its delivery. */
export type Finish = {
  readonly id: string
  readonly attempt: number
  readonly workspaceId: string
  readonly agentId: string
  readonly target: string
  readonly scheduleId: number | null
  readonly slot: string
  readonly resent: boolean
  readonly kind: string
  readonly beganAt: Date
  readonly endedAt: Date
  readonly outcome: 'delivered' | 'failed' | 'unconfirmed'
  readonly status: number | null
  readonly error: string | null
  readonly runId: string | null
  readonly inDoubt: 'lost' | 'timed_out' | null
  readonly state: 'delivered' | 'pending' | 'held' | 'failed' | 'unconfirmed' | 'cancelled'
  readonly attemptAt: Date | null
}

export type Ended = {
  readonly id: string
  readonly scheduleId: number | null
  readonly slot: string
  readonly resent: boolean
  readonly state: 'delivered' | 'failed' | 'unconfirmed' | 'cancelled'
  readonly dueAt: Date
  readonly createdAt: Date
  readonly endedAt: Date
}

/** What deliveries came from, locked for the transaction that stores how they ended. */
export type Origin = {
  /** Whether one that has failed is still wanted: again, not for now, or not any more. */
  wants(finish: Finish): 'again' | 'later' | 'never'
  settle(ended: readonly Ended[]): Promise<void>
}

export type LockOrigin = (trx: Transaction<DB>, scheduleIds: readonly number[]) => Promise<Origin>

/**
 * Stores what came of attempts, and returns the deliveries that have ended with them. One that was
 * taken from its worker and not begun anew takes the result all the same: it is the truth.
 */
export async function finishDeliveries(
  trx: Transaction<DB>,
  finishes: readonly Finish[],
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with finish as (
      select * from json_to_recordset(${JSON.stringify(finishes)}::json) as f(
        "id" uuid, "attempt" int, "kind" text, "beganAt" timestamptz, "endedAt" timestamptz,
        "outcome" text, "status" int, "error" text, "runId" text, "inDoubt" text, "state" text,
        "attemptAt" timestamptz
      )
    ), stored as (
      update deliveries d
      set state = f."state", kind = f."kind", error = f."error", run_id = f."runId",
        in_doubt = f."inDoubt", claimed_by = null, attempt_at = coalesce(f."attemptAt", d.attempt_at),
        ended_at = case when f."state" not in ('pending', 'held') then f."endedAt" end
      from finish f
      where d.id = f.id and d.attempts = f.attempt and d.state in ('sending', 'pending')
      returning d.id, d.schedule_id as "scheduleId", d.slot, d.resent, d.state, d.due_at as "dueAt",
        d.created_at as "createdAt", d.ended_at as "endedAt"
    ), logged as (
      insert into delivery_attempts (delivery_id, number, began_at, ended_at, outcome, kind, status, error)
      select f.id, f.attempt, f."beganAt", f."endedAt", f."outcome", f."kind", f."status", f."error"
      from finish f join deliveries d on d.id = f.id
      on conflict (delivery_id, number) do update
        set ended_at = excluded.ended_at, outcome = excluded.outcome, error = excluded.error
    )
    select * from stored where state not in ('pending', 'held')
  `.execute(trx)
  return rows
}
