import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import { ATTEMPTS } from '../attempt/backoff.ts'
import type { DeliveryRow } from './deliveries.ts'

type Recipient = { readonly workspaceId: string; readonly agentId: string }
type Failed = Recipient & { readonly target: string; readonly error: string; readonly at: Date }

export type Trouble = {
  readonly agent_id: string
  readonly failures: number
  readonly error: string
  readonly failed_at: Date
  readonly off_since: Date | null
  readonly probe_at: Date | null
}

/** Consecutive failures after which a recipient is switched off, except for one probe every PROBE_SECONDS. */
const OFF_AFTER = 10
const PROBE_SECONDS = 300

/** Identifies the settings of agent `a`; a trouble ends when they change. */
export const TARGET = sql<string>`md5(concat_ws(' ', a.deliver_to, a.letta_agent_id))`

/** Delivery `d` was requested manually and not attempted since, so it serves as a probe. */
const REQUESTED = sql<boolean>`(d.resent or d.trigger = 'manual') and d.last_attempt - d.attempts >= ${ATTEMPTS}`

export const isRequested = ({ resent, trigger, last_attempt, attempts }: DeliveryRow): boolean =>
  (resent || trigger === 'manual') && last_attempt - attempts >= ATTEMPTS

/** Whether delivery `d` to agent `a` must wait for the next probe. */
export const isSwitchedOff = (now: Date) => sql<boolean>`(not (${REQUESTED}) and exists (
  select from delivery_troubles t
  where t.workspace_id = d.workspace_id and t.agent_id = d.agent_id and t.probe_at > ${now}
    and t.target = ${TARGET}
))`

/** Makes pending deliveries to these recipients due now, or at their slot if that is later. */
async function releaseWaiting(
  db: Database,
  recipients: readonly Recipient[],
  now: Date,
): Promise<void> {
  if (recipients.length === 0) return
  await sql`
    update deliveries d
    set attempt_at = greatest(d.due_at, ${now}::timestamptz)
    from json_to_recordset(${JSON.stringify(recipients)}::json) as r("workspaceId" uuid, "agentId" text)
    where d.workspace_id = r."workspaceId" and d.agent_id = r."agentId"
      and d.state = 'pending' and d.attempt_at > ${now}
  `.execute(db)
}

/** Ends the troubles of recipients that received a delivery, and releases their postponed deliveries. */
export async function clearTroubles(
  db: Database,
  recipients: readonly Recipient[],
  now: Date,
): Promise<void> {
  if (recipients.length === 0) return
  const { rows } = await sql<Recipient & { isOff: boolean }>`
    delete from delivery_troubles t
    using json_to_recordset(${JSON.stringify(recipients)}::json) as r("workspaceId" uuid, "agentId" text)
    where t.workspace_id = r."workspaceId" and t.agent_id = r."agentId"
    returning t.workspace_id as "workspaceId", t.agent_id as "agentId", t.off_since is not null as "isOff"
  `.execute(db)
  await releaseWaiting(
    db,
    rows.filter((row) => row.isOff),
    now,
  )
}

export async function saveTroubles(trx: Tx, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return
  const failures = sql`case when t.target = excluded.target then t.failures else 0 end + excluded.failures`
  await sql`
    insert into delivery_troubles as t (workspace_id, agent_id, target, failures, error, failed_at)
    select f."workspaceId", f."agentId", max(f.target), count(*), max(f."error"), max(f."at")
    from json_to_recordset(${JSON.stringify(failed)}::json)
      as f("workspaceId" uuid, "agentId" text, target text, "error" text, "at" timestamptz)
    group by 1, 2
    order by 1, 2
    on conflict (workspace_id, agent_id) do update set
      target = excluded.target,
      failures = ${failures},
      error = excluded.error,
      failed_at = excluded.failed_at,
      off_since = case when ${failures} >= ${OFF_AFTER}
        then coalesce(t.off_since, excluded.failed_at) end,
      probe_at = case when ${failures} >= ${OFF_AFTER}
        then excluded.failed_at + make_interval(secs => ${PROBE_SECONDS}) end
  `.execute(trx)
}

/** Deletes troubles of recipients whose settings have changed, and releases their deliveries. */
export async function deleteOutdatedTroubles(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<Recipient>`
    delete from delivery_troubles t
    using delivery_troubles o
    left join agents a on a.workspace_id = o.workspace_id and a.name = o.agent_id
    where t.workspace_id = o.workspace_id and t.agent_id = o.agent_id and o.target <> ${TARGET}
    returning t.workspace_id as "workspaceId", t.agent_id as "agentId"
  `.execute(db)
  await releaseWaiting(db, rows, now)
}

/** Postpones deliveries to switched-off recipients to the next probe, with jitter. */
export async function postponeForTroubles(db: Database, now: Date, limit: number): Promise<void> {
  await sql`
    update deliveries w
    set attempt_at = postponed.probe_at + random() * interval '20 seconds'
    from (
      select d.id, t.probe_at
      from deliveries d
      left join agents a on a.workspace_id = d.workspace_id and a.name = d.agent_id
      join delivery_troubles t on t.workspace_id = d.workspace_id and t.agent_id = d.agent_id
      where d.state = 'pending' and d.attempt_at <= ${now} and ${isSwitchedOff(now)}
      limit ${limit}
      for update of d skip locked
    ) postponed
    where w.id = postponed.id
  `.execute(db)
}

/** Current troubles of all recipients, or of `agentIds`. */
export async function listTroubles(
  db: Database,
  workspaceId: string,
  agentIds?: readonly string[],
): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    select t.agent_id, t.failures, t.error, t.failed_at, t.off_since, t.probe_at
    from delivery_troubles t
    left join agents a on a.workspace_id = t.workspace_id and a.name = t.agent_id
    where t.workspace_id = ${workspaceId} and t.target = ${TARGET}
      and (${agentIds ?? null}::text[] is null or t.agent_id = any(${agentIds ?? []}::text[]))
    order by t.agent_id
    limit 1000
  `.execute(db)
  return rows
}

/** Switches a recipient on again and releases its postponed deliveries; false if it has no trouble. */
export async function clearTrouble(
  db: Database,
  workspaceId: string,
  agentId: string,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('delivery_troubles')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  await releaseWaiting(db, [{ workspaceId, agentId }], now)
  return numDeletedRows > 0n
}
