import type { Database, DB } from '@quartermaster/db'
import { sql, type Transaction } from 'kysely'
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

/** After so many failures in a row a recipient is switched off, but for a probe now and then. */
const OFF_AFTER = 10
const PROBE_SECONDS = 300

/** What names the target of the agent `a`, or of who is none: other settings are another target. */
export const TARGET = sql<string>`md5(concat_ws(' ', a.deliver_to, a.letta_agent_id))`

/** Somebody has asked for the delivery `d` and it was not tried since: it is a probe itself. */
const BY_HAND = sql<boolean>`(d.resent or d.slot like 'run:%') and d.last_attempt - d.attempts >= ${ATTEMPTS}`

export const isByHand = ({ resent, slot, last_attempt, attempts }: DeliveryRow): boolean =>
  (resent || slot.startsWith('run:')) && last_attempt - attempts >= ATTEMPTS

/** Whether the delivery `d` for the agent `a` must wait for the next probe. */
export const isOff = (now: Date) => sql<boolean>`(not (${BY_HAND}) and exists (
  select from delivery_troubles t
  where t.workspace_id = d.workspace_id and t.agent_id = d.agent_id and t.probe_at > ${now}
    and t.target = ${TARGET}
))`

/** What waits for recipients is due now, but for what is written ahead of its time. */
async function letGo(db: Database, recipients: readonly Recipient[], now: Date): Promise<void> {
  if (recipients.length === 0) return
  await sql`
    update deliveries d
    set attempt_at = greatest(d.due_at, ${now}::timestamptz)
    from json_to_recordset(${JSON.stringify(recipients)}::json) as r("workspaceId" uuid, "agentId" text)
    where d.workspace_id = r."workspaceId" and d.agent_id = r."agentId"
      and d.state = 'pending' and d.attempt_at > ${now}
  `.execute(db)
}

/** A recipient that has received something is in no trouble; what waited for that goes out. */
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
  await letGo(
    db,
    rows.filter((row) => row.isOff),
    now,
  )
}

export async function saveTroubles(trx: Transaction<DB>, failed: readonly Failed[]): Promise<void> {
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

/** Forgets troubles with targets that are not the recipients' any more. */
export async function forgetOldTroubles(db: Database, now: Date): Promise<void> {
  const { rows } = await sql<Recipient>`
    delete from delivery_troubles t
    using delivery_troubles o
    left join agents a on a.workspace_id = o.workspace_id and a.name = o.agent_id
    where t.workspace_id = o.workspace_id and t.agent_id = o.agent_id and o.target <> ${TARGET}
    returning t.workspace_id as "workspaceId", t.agent_id as "agentId"
  `.execute(db)
  await letGo(db, rows, now)
}

/** What is due for a recipient that is off waits for the next probe. */
export async function postponeForTroubles(db: Database, now: Date, limit: number): Promise<void> {
  await sql`
    update deliveries w
    set attempt_at = held.probe_at + random() * interval '20 seconds'
    from (
      select d.id, t.probe_at
      from deliveries d
      left join agents a on a.workspace_id = d.workspace_id and a.name = d.agent_id
      join delivery_troubles t on t.workspace_id = d.workspace_id and t.agent_id = d.agent_id
      where d.state = 'pending' and d.attempt_at <= ${now} and ${isOff(now)}
      limit ${limit}
      for update of d skip locked
    ) held
    where w.id = held.id
  `.execute(db)
}

/** Those with the targets that the recipients have now; of some recipients only, or of all. */
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

/** Switches a recipient on again, and lets go what waits for it; false where it is in no trouble. */
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
  await letGo(db, [{ workspaceId, agentId }], now)
  return numDeletedRows > 0n
}
