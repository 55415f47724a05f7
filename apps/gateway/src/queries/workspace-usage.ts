import type { Database } from '@quartermaster/db'
import type { Quota } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'

/** Null: not counted, because there is no limit. */
export type Usage = Readonly<Record<Quota, number | null>>

export type CountedUsage = Usage & {
  readonly workspaceId: string
  /** Milliseconds since it was counted, by the clock of the database, and how long that took. */
  readonly ageMs: number
  readonly countMs: number
}

/** Histories, logs and indexes are not counted. Bytes are those that PostgreSQL stores, after compression. */
const COUNTS: Readonly<Record<Quota, (workspaceId: string) => RawBuilder<unknown>>> = {
  keys: (workspaceId) => sql`
    select count(*) from context_items i where i.workspace_id = ${workspaceId}::uuid
      and i.value is not null and (i.expires_at is null or i.expires_at > now())`,
  bytes: (workspaceId) => sql`
    select coalesce(sum(part.bytes), 0)::bigint from (
      select sum(pg_column_size(i.value)) as bytes from context_items i
      where i.workspace_id = ${workspaceId}::uuid
      union all
      select sum(pg_column_size(d.text)) from documents d where d.workspace_id = ${workspaceId}::uuid
      union all
      select sum(pg_column_size(e.extracted_fields) + pg_column_size(e.confidence_scores))
      from documents d join extractions e on e.document_id = d.id
      where d.workspace_id = ${workspaceId}::uuid
      union all
      select sum(pg_column_size(r.cells))
      from stack_tables t join stack_table_rows r on r.table_id = t.id
      where t.workspace_id = ${workspaceId}::uuid
      union all
      select sum(pg_column_size(m.content)) from threads t join thread_messages m on m.thread = t.id
      where t.workspace_id = ${workspaceId}::uuid
    ) part`,
  rows: (workspaceId) => sql`
    select coalesce(sum(case when t.is_counted
      then (select coalesce(sum(c.rows), 0) from stack_row_counts c where c.table_id = t.id)
      else (select count(*) from stack_table_rows r where r.table_id = t.id and r.cells is not null)
    end), 0)::bigint
    from stack_tables t where t.workspace_id = ${workspaceId}::uuid`,
  schedules: (workspaceId) => sql`
    select count(*) from schedules s where s.workspace_id = ${workspaceId}::uuid and s.ended_at is null`,
}

/** Counts how much a workspace stores. */
export async function countUsage(
  db: Database,
  workspaceId: string,
  quotas: readonly Quota[],
): Promise<Usage> {
  const counted = (quota: Quota) =>
    quotas.includes(quota) ? sql`(${COUNTS[quota](workspaceId)})` : sql`null::bigint`
  const { rows } = await sql<Usage>`
    select ${counted('keys')} as keys, ${counted('bytes')} as bytes,
      ${counted('rows')} as rows, ${counted('schedules')} as schedules`.execute(db)
  return rows[0] as Usage
}

/** Stores a count for the other gateways. Does nothing for a workspace that has been deleted. */
export async function saveUsage(
  db: Database,
  workspaceId: string,
  { keys, bytes, rows, schedules }: Usage,
  countMs: number,
): Promise<void> {
  await sql`
    insert into workspace_usage (workspace_id, keys, bytes, rows, schedules, counted_at, count_ms)
    select id, ${keys}::bigint, ${bytes}::bigint, ${rows}::bigint, ${schedules}::bigint, now(),
      ${countMs}::double precision
    from workspaces where id = ${workspaceId}::uuid
    on conflict (workspace_id) do update set keys = excluded.keys, bytes = excluded.bytes,
      rows = excluded.rows, schedules = excluded.schedules,
      counted_at = excluded.counted_at, count_ms = excluded.count_ms`.execute(db)
}

/** The latest counts, by any gateway. */
export async function readUsages(
  db: Database,
  workspaceIds: readonly string[],
): Promise<CountedUsage[]> {
  const { rows } = await sql<CountedUsage>`
    select workspace_id as "workspaceId", keys, bytes, rows, schedules, count_ms as "countMs",
      extract(epoch from clock_timestamp() - counted_at)::double precision * 1000 as "ageMs"
    from workspace_usage where workspace_id = any (${workspaceIds}::uuid[])`.execute(db)
  return rows
}
