import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'
import { resolveDocument } from '../documents/resolve-document.ts'
import { lockColumns, recordRevision } from '../history/revisions.ts'
import type { StackTable } from '../tables/tables.ts'

export type WriteResult = {
  /** Whether the table still has the columns that the caller knew. */
  readonly is_current: boolean
  /** How many documents of the stack the caller's text can mean. */
  readonly matches: number
  /** Null when nothing was written. */
  readonly document_id: string | null
  readonly version: number
}

/** Puts these cells in the place of all that the row had, in one statement. */
export async function saveRow(
  trx: Database,
  table: StackTable,
  document: string,
  cells: string,
  change: Revision,
): Promise<WriteResult> {
  const { rows } = await sql<WriteResult>`
    with ${lockColumns(table)}, ${resolveDocument(table, document)},
    place as materialized (
      select document_id from stack_documents
      where stack_id = ${table.stackId}::uuid and document_id = (select id from document)
      for key share
    ), ${recordRevision(table, change, sql`from shape, place`)},
    saved as (
      insert into stack_table_rows as r
        (table_id, document_id, workspace_id, cells, version, change_id, state, updated_at)
      select ${table.id}::uuid, place.document_id, ${table.workspaceId}::uuid, ${cells}::jsonb, 1,
        change.id, change.id, ${change.at}::timestamptz
      from place, change
      on conflict (table_id, document_id) do update set cells = excluded.cells,
        version = r.version + 1, change_id = excluded.change_id, state = excluded.state,
        updated_at = excluded.updated_at
      returning document_id, version
    )
    select exists (select from shape) as is_current, (select count(*) from best) as matches,
      saved.document_id, saved.version
    from (values (1)) one left join saved on true`.execute(trx)
  return rows[0] as WriteResult
}

export type CellChanges = {
  /** Cells that get a new content, as JSON text by column id. */
  readonly replace: string
  /** Cells that are emptied. */
  readonly remove: readonly string[]
  /** Members to set in cells that keep the rest, as JSON text by column id. */
  readonly amend: string
}

/** Changes some cells of a row and leaves the others to whoever changes them meanwhile. */
export async function updateRow(
  trx: Database,
  table: StackTable,
  document: string,
  { replace, remove, amend }: CellChanges,
  change: Revision,
): Promise<WriteResult> {
  const { rows } = await sql<WriteResult>`
    with ${lockColumns(table)}, ${resolveDocument(table, document)},
    target as materialized (
      select document_id from stack_table_rows
      where table_id = ${table.id}::uuid and document_id = (select id from document)
        and cells is not null
      for update
    ), ${recordRevision(table, change, sql`from shape, target`)},
    updated as (
      update stack_table_rows r set
        cells = (r.cells - ${remove}::text[]) || ${replace}::jsonb || (
          select coalesce(jsonb_object_agg(key, coalesce(r.cells -> key, '{}') || value), '{}')
          from jsonb_each(${amend}::jsonb)
        ),
        version = r.version + 1, change_id = change.id, state = change.id,
        updated_at = ${change.at}::timestamptz
      from change, target
      where r.table_id = ${table.id}::uuid and r.document_id = target.document_id
      returning r.document_id, r.version
    )
    select exists (select from shape) as is_current, (select count(*) from best) as matches,
      updated.document_id, updated.version
    from (values (1)) one left join updated on true`.execute(trx)
  return rows[0] as WriteResult
}
