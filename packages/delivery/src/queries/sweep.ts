import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { firstIdAt } from '../delivery-id.ts'
import type { Recipient } from '../recipients/destination.ts'
import { isSwitchedOff } from './troubles.ts'
import { isWorkerLockHeld } from './worker-locks.ts'

/** Workers with unfinished attempts whose lock is not held. */
export async function findDeadWorkers(db: Database): Promise<number[]> {
  const { rows } = await sql<{ worker: number }>`
    select distinct d.claimed_by as worker
    from deliveries d
    where d.state = 'sending' and not ${isWorkerLockHeld(sql`d.claimed_by`)}
  `.execute(db)
  return rows.map(({ worker }) => worker)
}

/**
 * Makes deliveries pending again whose attempts were cut off by dead workers, with an unknown outcome.
 * Attempts claimed after `claimedBefore` are skipped, because their requests may still be written.
 *
 * Locks and writes deliveries; inserts delivery_attempts.
 */
export async function reclaimDeliveries(
  db: Database,
  workers: readonly number[],
  { now, claimedBefore }: { now: Date; claimedBefore: Date },
): Promise<number> {
  const { rows } = await sql`
    with lost as (
      update deliveries d
      set state = 'pending', in_doubt = 'lost', attempt_at = ${now}, claimed_by = null,
        last_attempt = greatest(d.last_attempt, d.attempts + 1)
      where d.state = 'sending' and d.claimed_by = any(${workers}::int[])
        and d.claimed_at < ${claimedBefore}
      returning d.id, d.attempts, d.claimed_at
    )
    insert into delivery_attempts (delivery_id, number, began_at, ended_at, outcome, error)
    select id, attempts, claimed_at, ${now}, 'lost', 'The worker stopped before it knew the outcome'
    from lost
    on conflict (delivery_id, number) do nothing
    returning number
  `.execute(db)
  return rows.length
}

export type WaitingDelivery = Recipient & {
  readonly id: string
  readonly attempts: number
  readonly attemptAt: Date
}

/**
 * Pending deliveries whose next attempt is due by `until`, oldest first. `mayUseLetta` is only assumed
 * for their route; the claim checks it.
 */
export async function findWaiting(
  db: Database,
  { until, limit, now }: { until: Date; limit: number; now: Date },
): Promise<WaitingDelivery[]> {
  const { rows } = await sql<WaitingDelivery>`
    select d.id, d.attempts, d.attempt_at as "attemptAt", d.workspace_id as "workspaceId",
      d.agent_id as "agentId", a.name is not null as "isAgent", a.deliver_to as "deliverTo", a.letta_agent_id as "lettaAgentId", true as "mayUseLetta"
    from deliveries d
    left join agents a on a.workspace_id = d.workspace_id and a.name = d.agent_id
    where d.state = 'pending' and d.attempt_at <= ${until}
      and not exists (select from delivery_pauses p where p.workspace_id = d.workspace_id)
      and not ${isSwitchedOff(now)}
    order by d.attempt_at
    limit ${limit}
  `.execute(db)
  return rows
}

/** Deletes ended deliveries that were created before `before`. */
export async function pruneDeliveries(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from deliveries where id = any(array(
      select id from deliveries
      where id < ${firstIdAt(before)} and state not in ('pending', 'held', 'sending')
      order by id
      limit ${limit}
    ))
  `.execute(db)
  return Number(numAffectedRows)
}
