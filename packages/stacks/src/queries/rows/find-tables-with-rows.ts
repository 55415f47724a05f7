import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

/** For each document that has a row in a table, the newest of these tables. */
export async function findTablesWithRows(
  db: Database,
  workspaceId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ document_id: string; table_id: string }>`
    select distinct on (r.document_id) r.document_id, r.table_id
    from stack_documents sd
    join stack_tables t on t.stack_id = sd.stack_id
    join stack_table_rows r on r.table_id = t.id and r.document_id = sd.document_id
    where sd.workspace_id = ${workspaceId}::uuid and sd.document_id = any(${documentIds}::uuid[])
      and r.cells is not null
    order by r.document_id, t.created_at desc`.execute(db)
  return new Map(rows.map((row) => [row.document_id, row.table_id]))
}
