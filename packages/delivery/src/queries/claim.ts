import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Recipient } from '../recipients/destination.ts'
import type { Message } from '../targets/target.ts'
import { isOff, TARGET } from './troubles.ts'

export type Claim = {
  readonly id: string
  /** Now, and not when the next attempt would be due; also where the recipient is switched off. */
  readonly forced: boolean
}

export type Claimed = Message &
  Recipient & {
    readonly attempt: number
    readonly lastAttempt: number
    readonly claimedAt: Date
    /** When it was to be tried: later than it was claimed, if somebody did not wait. */
    readonly attemptAt: Date
    readonly target: string
    readonly inDoubt: 'lost' | 'timed_out' | null
    readonly slot: string
    readonly resent: boolean
  }

/**
 * Takes deliveries whose time has come, for one attempt. Each goes to one claimer only, and to none
 * once it is cancelled. A row that somebody is changing right now is left for later.
 */
export async function claimDeliveries(
  db: Database,
  worker: number,
  claims: readonly Claim[],
  now: Date,
): Promise<Claimed[]> {
  const forced = claims.filter((claim) => claim.forced).map(({ id }) => id)
  const { rows } = await sql<Claimed>`
    with ready as (
      select d.id, a.name is not null as is_agent, a.deliver_to, a.letta_agent_id, ${TARGET} as target
      from deliveries d
      left join agents a on a.workspace_id = d.workspace_id and a.name = d.agent_id
      where d.id = any(${claims.map(({ id }) => id)}::uuid[])
        and d.state = 'pending'
        and not exists (select from delivery_pauses p where p.workspace_id = d.workspace_id)
        and (
          d.id = any(${forced}::uuid[]) and d.due_at <= ${now}
          or d.attempt_at <= ${now} and not ${isOff(now)}
        )
      for update of d skip locked
    )
    update deliveries d
    set state = 'sending', attempts = d.attempts + 1,
      -- One before its time is an extra: it takes nothing from those that wait for theirs.
      last_attempt = d.last_attempt + (d.attempt_at > ${now})::int, claimed_by = ${worker}, claimed_at = ${now}
    from ready
    where d.id = ready.id
    returning d.id, d.prompt, d.agent_id as "agentId", d.schedule_id as "scheduleId",
      d.due_at as "dueAt", d.workspace_id as "workspaceId", d.attempts as attempt,
      d.last_attempt as "lastAttempt", d.claimed_at as "claimedAt", d.in_doubt as "inDoubt", d.slot, d.resent,
      ready.is_agent as "isAgent", d.attempt_at as "attemptAt",
      ready.target, ready.deliver_to as "deliverTo", ready.letta_agent_id as "lettaAgentId"
  `.execute(db)
  return rows
}

/** Undoes claims of which nothing was sent. */
export async function releaseClaims(
  db: Database,
  worker: number,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      ...{ state: 'pending', claimed_by: null, attempts: sql`attempts - 1` },
      last_attempt: sql`last_attempt - (attempt_at > claimed_at)::int`,
    })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'sending')
    .where('claimed_by', '=', worker)
    .execute()
}
