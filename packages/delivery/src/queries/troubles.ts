import type { Database, DB } from '@quartermaster/db'
import { sql, type Transaction } from 'kysely'

type Recipient = { readonly workspaceId: string; readonly agentId: string }
type Failed = Recipient & { readonly error: string; readonly at: Date }

/** After so many failures in a row a recipient is switched off, but for a probe now and then. */
const OFF_AFTER = 10
const PROBE_SECONDS = 300

/** A recipient that has received something is in no trouble. */
export async function clearTroubles(db: Database, recipients: readonly Recipient[]): Promise<void> {
  if (recipients.length === 0) return
  await sql`
    delete from delivery_troubles t
    using json_to_recordset(${JSON.stringify(recipients)}::json) as r("workspaceId" uuid, "agentId" text)
    where t.workspace_id = r."workspaceId" and t.agent_id = r."agentId"
  `.execute(db)
}

export async function saveTroubles(trx: Transaction<DB>, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return
  await sql`
    insert into delivery_troubles as t (workspace_id, agent_id, failures, error, failed_at)
    select f."workspaceId", f."agentId", count(*), max(f."error"), max(f."at")
    from json_to_recordset(${JSON.stringify(failed)}::json)
      as f("workspaceId" uuid, "agentId" text, "error" text, "at" timestamptz)
    group by 1, 2
    order by 1, 2
    on conflict (workspace_id, agent_id) do update set
      failures = t.failures + excluded.failures,
      error = excluded.error,
      failed_at = excluded.failed_at,
      off_since = case when t.failures + excluded.failures >= ${OFF_AFTER}
        then coalesce(t.off_since, excluded.failed_at) end,
      probe_at = case when t.failures + excluded.failures >= ${OFF_AFTER}
        then excluded.failed_at + make_interval(secs => ${PROBE_SECONDS}) end
  `.execute(trx)
}

/** What is due for a recipient that is off waits for the next probe. */
export async function postponeForTroubles(db: Database, now: Date, limit: number): Promise<void> {
  await sql`
    update deliveries d
    set attempt_at = held.probe_at + random() * interval '20 seconds'
    from (
      select w.id, t.probe_at
      from deliveries w
      join delivery_troubles t on t.workspace_id = w.workspace_id and t.agent_id = w.agent_id
      where w.state = 'pending' and w.attempt_at <= ${now} and t.probe_at > ${now}
      limit ${limit}
      for update of w skip locked
    ) held
    where d.id = held.id
  `.execute(db)
}

export const listTroubles = (db: Database, workspaceId: string) =>
  db
    .selectFrom('delivery_troubles')
    .select(['agent_id', 'failures', 'error', 'failed_at', 'off_since', 'probe_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('agent_id')
    .limit(1000)
    .execute()

/** Switches a recipient on again; false where it is in no trouble. */
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
  await db
    .updateTable('deliveries')
    .set({ attempt_at: sql`least(attempt_at, ${now}::timestamptz)` })
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('state', '=', 'pending')
    .where('attempts', '>', 0)
    .execute()
  return numDeletedRows > 0n
}
