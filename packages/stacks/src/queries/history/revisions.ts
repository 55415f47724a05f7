import type { Database, Tx } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../columns/column.ts'
import type { Revision } from '../../revision.ts'
import type { StackTable } from '../tables/tables.ts'

type KnownTable = Pick<StackTable, 'id' | 'workspaceId' | 'version'>

/**
 * A CTE `current_table`: locks the table if its columns are still those that the caller knows, so that
 * they cannot change before the transaction ends. Empty if the columns have changed.
 */
export const lockColumns = ({ id, workspaceId, version }: KnownTable) => sql`
  current_table as materialized (
    select id from stack_tables
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid
      and columns_version = ${version}::integer
    for key share
  )`

/** A CTE `revision`: inserts the revision of this call if `from` yields a row. */
export const recordRevision = (
  { id, workspaceId, version }: KnownTable,
  { token, action, by, at, note }: Revision,
  from: RawBuilder<unknown>,
) => sql`
  revision as (
    insert into stack_revisions (token, workspace_id, table_id, action, note, columns_version,
      changed_by, changed_at)
    select ${token}::uuid, ${workspaceId}::uuid, ${id}::uuid, ${action}::text, ${note}::text,
      ${version}::integer, ${by}::text, ${at}::timestamptz
    ${from}
    returning id
  )`

/**
 * Serialises the writers of many rows of one table, because two of them could lock the same rows in
 * different orders and deadlock. Writers of single rows do not take this lock.
 */
export async function lockBulkWrites(trx: Tx, { id }: Pick<StackTable, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rows of ${id}`}, 0))`.execute(trx)
}

export type FormerColumns = {
  readonly version: number
  readonly columns: readonly Column[]
  /** The agent that replaced this column set. */
  readonly replacedBy: string
}

/** Earlier column sets of the table, newest first. */
export async function formerColumns(db: Database, tableId: string): Promise<FormerColumns[]> {
  const { rows } = await sql<FormerColumns>`
    select (h.before ->> 'columns_version')::integer as version, h.before -> 'columns' as columns,
      c.changed_by as "replacedBy"
    from stack_history h join stack_revisions c on c.id = h.revision_id
    where h.table_id = ${tableId}::uuid and h.document_id is null and h.before ? 'columns'
    order by h.id desc limit 100`.execute(db)
  return rows
}
