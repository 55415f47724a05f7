import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'
import { lockTable, type StackTable } from './tables.ts'

export type MissingDocument = { readonly document_id: string; readonly filename: string }

/**
 * Counts the documents of the stack that have no row, and returns the first `limit` of them. Reads:
 * stack_documents, stack_table_rows, documents. Locks and writes: nothing.
 */
export async function findMissing(
  db: Database,
  table: StackTable,
  limit: number,
): Promise<{ documents: number; missing: number; first: MissingDocument[] }> {
  const { rows } = await sql<MissingDocument & { documents: number; missing: number }>`
    with members as (
      select s.document_id, s.position, r.cells is not null as has_row from stack_documents s
      left join stack_table_rows r on r.table_id = ${table.id}::uuid and r.document_id = s.document_id
      where s.stack_id = ${table.stackId}::uuid
    ), tally as (
      select count(*) as documents, count(*) filter (where not has_row) as missing from members
    )
    select tally.documents, tally.missing, d.id as document_id, d.filename
    from tally
    left join (
      select document_id, position from members where not has_row order by position limit ${limit}::integer
    ) p on true
    left join documents d on d.id = p.document_id
    order by p.position`.execute(db)
  const { documents = 0, missing = 0 } = rows[0] ?? {}
  const first = rows.flatMap(({ document_id, filename }) =>
    document_id === null ? [] : [{ document_id, filename }],
  )
  return { documents, missing, first }
}

/** Locks the table; writes `stack_revisions`, `stack_history` and `stack_tables`. */
export async function completeTable(
  trx: Tx,
  workspaceId: string,
  tableId: string,
  { token, action, note, by, at }: Revision,
): Promise<void> {
  const { completedAt, completedBy } = await lockTable(trx, workspaceId, tableId)
  const before = JSON.stringify({ completed_at: completedAt, completed_by: completedBy })
  const after = JSON.stringify({ completed_at: at, completed_by: by })
  await sql`
    with revision as (
      insert into stack_revisions (token, workspace_id, table_id, action, note, columns_version,
        changed_by, changed_at)
      select ${token}::uuid, workspace_id, id, ${action}::text, ${note}::text, columns_version,
        ${by}::text, ${at}::timestamptz
      from stack_tables where id = ${tableId}::uuid
      returning id
    ), recorded as (
      insert into stack_history (table_id, revision_id, before, after)
      select ${tableId}::uuid, id, ${before}::jsonb, ${after}::jsonb from revision
    )
    update stack_tables set completed_at = ${at}::timestamptz, completed_by = ${by}::text,
      updated_at = ${at}::timestamptz
    where id = ${tableId}::uuid`.execute(trx)
}
