import { containsText, type Database, sortedList, sortKey } from '@quartermaster/db'
import {
  type ListRequest,
  type Page,
  pageSize,
  readSorting,
  toSortedPage,
} from '@quartermaster/toolkit'
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

const ID = sortKey.id(sql`t.id`)
const NAME = sortKey.text(sql`t.name`)

export const TABLE_ORDERS = {
  name: [NAME, ID],
  stack: [sortKey.text(sql`s.name`), NAME, ID],
  created_at: [sortKey.time(sql`t.created_at`), ID],
}

export type TablesRequest = ListRequest & { readonly name?: string | undefined }

/** All tables of a workspace, with the progress of each: rows of documents. */
export async function listWorkspaceTables(
  db: Database,
  workspaceId: string,
  request: TablesRequest,
): Promise<Page<WorkspaceTable>> {
  const sorting = readSorting(request, TABLE_ORDERS, { sortBy: 'name' })
  const { isAfter, orderBy, position } = sortedList(sorting)
  // Rows and documents are counted for the tables of the page only.
  const { rows } = await sql<WorkspaceTable & { position: string[] }>`
    select t.id, t.name, t.stack_id, t.stack, t.mode, t.completed_at, t.created_at, t.position,
      array(select c ->> 'name' from jsonb_array_elements(t.columns) c) as columns,
      (select count(*) from stack_documents d where d.stack_id = t.stack_id)::integer as documents,
      case when t.is_counted
        then (select coalesce(sum(c.rows), 0) from stack_row_counts c where c.table_id = t.id)
        else (select count(*) from stack_table_rows r where r.table_id = t.id and r.cells is not null)
      end::integer as rows
    from (
      select t.*, s.name as stack, ${position} as position, row_number() over (order by ${orderBy}) as ordinal
      from ${tablesWith(workspaceId, request)} and ${isAfter}
      order by ${orderBy} limit ${pageSize(request) + 1}::integer
    ) t
    order by t.ordinal`.execute(db)
  return toSortedPage(rows, request, sorting)
}

export async function countWorkspaceTables(
  db: Database,
  workspaceId: string,
  request: TablesRequest,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${tablesWith(workspaceId, request)}`.execute(db)
  return rows[0]?.count ?? 0
}

const tablesWith = (workspaceId: string, { name, search }: TablesRequest) => sql`
  stack_tables t join stacks s on s.id = t.stack_id
  where t.workspace_id = ${workspaceId}::uuid
    and ${name === undefined ? sql`true` : sql`t.name = ${name}`}
    and ${search === undefined ? sql`true` : containsText(search, sql`t.name`, sql`s.name`)}`
