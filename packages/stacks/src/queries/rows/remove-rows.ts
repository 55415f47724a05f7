import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'

/**
 * Removes the rows of a document from the tables of one stack or of all stacks, with one revision
 * per table.
 * Reads and locks the tables that have such a row; writes `stack_revisions` and `stack_table_rows`,
 * whose trigger `updated_rows_recorded` fires once.
 */
export async function removeRows(
  trx: Tx,
  workspaceId: string,
  { documentId, stackId = null }: { documentId: string; stackId?: string | null },
  { action, note, by, at }: Revision,
): Promise<void> {
  await sql`
    with tables as materialized (
      select t.id, t.columns_version from stack_tables t
      join stack_documents s on s.stack_id = t.stack_id
      join stack_table_rows r on r.table_id = t.id and r.document_id = s.document_id
      where t.workspace_id = ${workspaceId}::uuid and s.document_id = ${documentId}::uuid
        and (${stackId}::uuid is null or t.stack_id = ${stackId}::uuid) and r.cells is not null
      for key share of t
    ), revisions as (
      insert into stack_revisions (token, workspace_id, table_id, action, note, columns_version,
        changed_by, changed_at)
      select gen_random_uuid(), ${workspaceId}::uuid, id, ${action}::text, ${note}::text,
        columns_version, ${by}::text, ${at}::timestamptz
      from tables
      returning id, table_id
    )
    update stack_table_rows r set cells = null, version = r.version + 1, revision_id = v.id,
      state = v.id, updated_at = ${at}::timestamptz
    from revisions v
    where r.table_id = v.table_id and r.document_id = ${documentId}::uuid`.execute(trx)
}
