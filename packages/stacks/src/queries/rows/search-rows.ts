import { containsText, type Database } from '@quartermaster/db'
import { fromStorable, toStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { StackTable } from '../tables/tables.ts'

/** Whether a row `r` has the text in a cell or in its file name. Cells of removed columns are ignored. */
export function containsSearch(
  { columns, workspaceId }: StackTable,
  search: string,
): RawBuilder<boolean> {
  const text = toStorable(search)
  const cells = columns.map(({ id }) => sql`coalesce(r.cells -> ${id}::text ->> 'v', '')`)
  // The file names are read once, not for every row.
  const named = sql<boolean>`r.document_id in (
    select d.id from documents d
    where d.workspace_id = ${workspaceId}::uuid and ${containsText(text, sql`d.filename`)})`
  return cells.length === 0 ? named : sql`(${containsText(text, ...cells)} or ${named})`
}

export type FoundCell = {
  readonly table_id: string
  readonly table: string
  readonly document_id: string
  readonly filename: string
  readonly value: string
}

/**
 * Rows of all tables of a workspace with this text in a cell, and that cell, newest rows first.
 * Searches the text of all cells of a row first, which excludes most rows at little cost.
 */
export async function searchRows(
  db: Database,
  workspaceId: string,
  search: string,
  limit: number,
): Promise<FoundCell[]> {
  const text = toStorable(search)
  const asJson = JSON.stringify(text).slice(1, -1)
  const { rows } = await sql<FoundCell>`
    select t.id as table_id, t.name as table, r.document_id, d.filename, found.value
    from stack_tables t
    join lateral (
      select r.document_id, r.cells, r.position from stack_table_rows r
      where r.table_id = t.id and ${containsText(asJson, sql`r.cells::text`)}
    ) r on true
    join documents d on d.id = r.document_id
    join lateral (
      select cell.value ->> 'v' as value
      from jsonb_array_elements(t.columns) c
      join lateral (select r.cells -> (c ->> 'id') as value) cell on true
      where ${containsText(text, sql`cell.value ->> 'v'`)}
      limit 1
    ) found on true
    where t.workspace_id = ${workspaceId}::uuid
    order by r.position desc
    limit ${limit}::integer`.execute(db)
  return rows.map((row) => ({ ...row, value: fromStorable(row.value) }))
}
