import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { resolveDocument } from '../documents/resolve-document.ts'
import type { StackTable } from '../tables/tables.ts'

/** Whether the table has a row of the document that a caller names. */
export async function hasRow(db: Database, table: StackTable, document: string): Promise<boolean> {
  const { rows } = await sql`
    with ${resolveDocument(table, document)}
    select from resolved join stack_table_rows r on r.document_id = resolved.id
    where r.workspace_id = ${table.workspaceId}::uuid and r.table_id = ${table.id}::uuid
      and r.cells is not null`.execute(db)
  return rows.length > 0
}
