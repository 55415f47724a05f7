import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { EndedDelivery, ScheduledDelivery } from '../schedule-gate.ts'

/** How an attempt ended, and the delivery's next state. */
export type Finish = ScheduledDelivery & {
  readonly id: string
  readonly attempt: number
  readonly workspaceId: string
  readonly agentId: string
  readonly target: string
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

/**
 * Stores the outcomes of attempts and returns the deliveries that ended. A delivery that was
 * reclaimed from its worker still takes the outcome, unless a new attempt has begun.
 *
 * Locks and writes deliveries; inserts delivery_attempts.
 */
export async function finishDeliveries(
  trx: Tx,
  finishes: readonly Finish[],
): Promise<EndedDelivery[]> {
  const { rows } = await sql<EndedDelivery>`
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
      returning d.id, d.schedule_id as "scheduleId", d.trigger, d.resent, d.state, d.due_at as "dueAt",
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
