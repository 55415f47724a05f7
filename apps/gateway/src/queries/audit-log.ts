import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import { EVENTS_CHANNEL } from './call-log/call-counts.ts'

export type Act = {
  readonly workspace_id: string | null
  readonly workspace: string
  readonly actor: string
  readonly key_id: string
  readonly action: string
  readonly subject_kind: string
  readonly subject: string
  /** JSON text without secrets. */
  readonly before: string | null
  readonly after: string | null
  readonly request_id: string
  readonly address: string
}

/** Adds an act and wakes event streams, because acts change things that streams report. */
export async function saveAct(db: Database, act: Act): Promise<void> {
  await db.insertInto('audit_log').values(act).execute()
  await sql`select pg_notify(${EVENTS_CHANNEL}, '')`.execute(db)
}

export type ActFilter = {
  readonly workspace?: string
  readonly actor?: string
  readonly action?: string
  readonly subject_kind?: string
  readonly subject?: string
  /** Text that occurs in the subject, the old or the new state, in any case. */
  readonly search?: string
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

const COLUMNS = ['workspace', 'actor', 'action', 'subject_kind', 'subject'] as const

/** Acts of all workspaces, newest first; `before` is the last id of the previous page. */
export function listActs(
  db: Database,
  filter: ActFilter,
  before: number | undefined,
  limit: number,
) {
  const { search, since, until } = filter
  let query = db.selectFrom('audit_log').selectAll()
  for (const column of COLUMNS) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(column, '=', wanted)
  }
  if (search !== undefined) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`concat_ws(' ', subject, actor, action, before, after) ilike ${pattern}`,
    )
  }
  if (since !== undefined) query = query.where('acted_at', '>=', since)
  if (until !== undefined) query = query.where('acted_at', '<', until)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

const BATCH = 1000

/** Deletes up to 1,000 acts from before `oldest`, the only deletion that the table's trigger allows. */
export async function deleteOldActs(trx: Tx, oldest: Date): Promise<number> {
  await sql`set local quartermaster.audit_retention = 'on'`.execute(trx)
  const { numAffectedRows } = await sql`
    delete from audit_log where id in (
      select id from audit_log where acted_at < ${oldest} order by acted_at limit ${BATCH}
    )`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
