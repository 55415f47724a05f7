import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../columns/plan-columns.ts'
import type { Revision } from '../../revision.ts'
import type { StackTable } from '../tables/tables.ts'

type Where = Pick<StackTable, 'id' | 'workspaceId' | 'version'>

/**
 * Part of a `with`: `shape`, the table as the caller knew it, which can neither change its columns
 * nor go before this transaction ends. Empty when it already has.
 */
export const lockColumns = ({ id, workspaceId, version }: Where) => sql`
  shape as materialized (
    select id from stack_tables
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid
      and columns_version = ${version}::integer
    for key share
  )`

/** Part of a `with`: `change`, the record of this call, made once for each row of `from`. */
export const recordRevision = (
  { id, workspaceId, version }: Where,
  { token, action, by, at, note }: Revision,
  from: RawBuilder<unknown>,
) => sql`
  change as (
    insert into stack_changes (token, workspace_id, table_id, action, note, columns_version,
      changed_by, changed_at)
    select ${token}::uuid, ${workspaceId}::uuid, ${id}::uuid, ${action}::text, ${note}::text,
      ${version}::integer, ${by}::text, ${at}::timestamptz
    ${from}
    returning id
  )`

/**
 * Whoever writes many rows of a table does so after one another: two that lock the same rows in
 * different orders would never end. Single rows go on beside them.
 */
export async function lockManyRows(trx: Database, { id }: Pick<StackTable, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rows of ${id}`}, 0))`.execute(trx)
}

/** The column sets that the table had before, the latest first. */
export async function formerColumns(
  db: Database,
  tableId: string,
): Promise<{ version: number; columns: readonly Column[] }[]> {
  const { rows } = await sql<{ version: number; columns: Column[] }>`
    select (before ->> 'columns_version')::integer as version, before -> 'columns' as columns
    from stack_history
    where table_id = ${tableId}::uuid and document_id is null and before ? 'columns'
    order by id desc limit 100`.execute(db)
  return rows
}
