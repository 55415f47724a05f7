import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'

/**
 * Takes a document's rows out of the tables of one stack or of all: one change for each table,
 * with a token of its own. Inside a transaction only.
 */
export async function removeRows(
  trx: Database,
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
    ), changes as (
      insert into stack_changes (token, workspace_id, table_id, action, note, columns_version,
        changed_by, changed_at)
      select gen_random_uuid(), ${workspaceId}::uuid, id, ${action}::text, ${note}::text,
        columns_version, ${by}::text, ${at}::timestamptz
      from tables
      returning id, table_id
    )
    update stack_table_rows r set cells = null, version = r.version + 1, change_id = c.id,
      state = c.id, updated_at = ${at}::timestamptz
    from changes c
    where r.table_id = c.table_id and r.document_id = ${documentId}::uuid`.execute(trx)
}
