import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Recipient } from '../recipients/destination.ts'
import type { Message } from '../targets/target.ts'
import { mayUseLettaAgent } from './letta-scope.ts'
import { isSwitchedOff, TARGET } from './troubles.ts'
import { isWorkerLockHeld } from './worker-locks.ts'

export type Claim = {
  readonly id: string
  /** Ignores `attempt_at` and a switched-off recipient, because an attempt was requested for now. */
  readonly forced: boolean
}

export type ClaimedDelivery = Message &
  Recipient & {
    readonly attempt: number
    readonly lastAttempt: number
    readonly claimedAt: Date
    /** Later than `claimedAt` for a forced claim. */
    readonly attemptAt: Date
    readonly target: string
    readonly inDoubt: 'lost' | 'timed_out' | null
    readonly trigger: 'slot' | 'manual'
    readonly resent: boolean
    readonly traceparent: string | null
  }

type ClaimOptions = {
  readonly worker: number
  readonly claims: readonly Claim[]
  readonly now: Date
  readonly lettaWorkspace: string | undefined
}

/**
 * Claims due deliveries for one attempt, each for one worker only; cancelled deliveries are skipped. A
 * worker whose lock is not held claims nothing, because others may already consider it dead.
 *
 * Reads agents, delivery_pauses, delivery_troubles and pg_locks; locks the due rows, skipping locked ones;
 * writes their state, attempt counters and `claimed_by`.
 */
export async function claimDeliveries(
  db: Database,
  { worker, claims, now, lettaWorkspace }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const forced = claims.filter((claim) => claim.forced).map(({ id }) => id)
  const { rows } = await sql<ClaimedDelivery>`
    with ready as (
      select d.id, a.name is not null as is_agent, a.deliver_to, a.letta_agent_id, ${TARGET} as target,
        a.name is not null
          or ${mayUseLettaAgent(sql`d.workspace_id`, sql`d.agent_id`, lettaWorkspace)} as may_use_letta
      from deliveries d
      left join agents a on a.workspace_id = d.workspace_id and a.name = d.agent_id
      where d.id = any(${claims.map(({ id }) => id)}::uuid[])
        and d.state = 'pending'
        and ${isWorkerLockHeld(sql`${worker}::int`)}
        and not exists (select from delivery_pauses p where p.workspace_id = d.workspace_id)
        and (
          d.id = any(${forced}::uuid[]) and d.due_at <= ${now}
          or d.attempt_at <= ${now} and not ${isSwitchedOff(now)}
        )
      for update of d skip locked
    )
    update deliveries d
    set state = 'sending', attempts = d.attempts + 1, claimed_by = ${worker}, claimed_at = ${now},
      -- A forced attempt is made in addition to the regular attempts.
      last_attempt = d.last_attempt + (d.attempt_at > ${now})::int
    from ready
    where d.id = ready.id
    returning d.id, d.prompt, d.agent_id as "agentId", d.schedule_id as "scheduleId",
      d.due_at as "dueAt", d.workspace_id as "workspaceId", d.attempts as attempt,
      d.last_attempt as "lastAttempt", d.claimed_at as "claimedAt", d.in_doubt as "inDoubt",
      d.trigger, d.resent, d.attempt_at as "attemptAt", d.traceparent, ready.is_agent as "isAgent",
      ready.target, ready.deliver_to as "deliverTo", ready.letta_agent_id as "lettaAgentId",
      ready.may_use_letta as "mayUseLetta"
  `.execute(db)
  return rows
}

/** Undoes claims for which nothing was sent. */
export async function releaseClaims(
  db: Database,
  worker: number,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      state: 'pending',
      claimed_by: null,
      attempts: sql`attempts - 1`,
      last_attempt: sql`last_attempt - (attempt_at > claimed_at)::int`,
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'sending')
    .where('claimed_by', '=', worker)
    .execute()
}
