import type { Database } from '@quartermaster/db'
import { type Page, type PageRequest, pageSize, readCursor, toPage } from '@quartermaster/toolkit'
import { sql } from 'kysely'

export type WorkspaceTable = {
  readonly id: string
  readonly name: string
  readonly stack_id: string
  readonly stack: string
  readonly mode: 'auto' | 'custom'
  readonly columns: string[]
  readonly documents: number
  readonly rows: number
  readonly completed_at: Date | null
  readonly created_at: Date
}

const isText = () => true
const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text)

/** All tables of a workspace by name, with the progress of each: rows of documents. */
export async function listWorkspaceTables(
  db: Database,
  workspaceId: string,
  request: PageRequest & { name?: string },
): Promise<Page<WorkspaceTable>> {
  const size = pageSize(request)
  const [name = '', id] = readCursor(request, isText, isId) ?? []
  const { rows } = await sql<WorkspaceTable>`
    select t.id, t.name, t.stack_id, s.name as stack, t.mode, t.completed_at, t.created_at,
      array(select c ->> 'name' from jsonb_array_elements(t.columns) c) as columns,
      (select count(*) from stack_documents d where d.stack_id = t.stack_id)::integer as documents,
      case when t.is_counted
        then (select coalesce(sum(c.rows), 0) from stack_row_counts c where c.table_id = t.id)
        else (select count(*) from stack_table_rows r where r.table_id = t.id and r.cells is not null)
      end::integer as rows
    from stack_tables t join stacks s on s.id = t.stack_id
    where t.workspace_id = ${workspaceId}::uuid
      and ${request.name === undefined ? sql`true` : sql`t.name = ${request.name}`}
      and ${id === undefined ? sql`true` : sql`(t.name, t.id) > (${name}, ${id}::uuid)`}
    order by t.name, t.id limit ${size + 1}::integer`.execute(db)
  return toPage(rows, size, (row) => [row.name, row.id])
}
