// Updates single rows; `save-rows.ts` saves whole rows. The triggers `inserted_rows_recorded` and
// `updated_rows_recorded` of `stack_table_rows` fire once per statement, and write `stack_history`, the
// keys of the sort indexes, and the row count. An upsert fires both, even if one of them has no rows.
import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'
import { resolveDocument } from '../documents/resolve-document.ts'
import { lockColumns, recordRevision } from '../history/revisions.ts'
import type { StackTable } from '../tables/tables.ts'

export type WriteResult = {
  /** The table still has the columns that the caller knew. */
  readonly is_current: boolean
  /** The number of documents of the stack that the caller's text can refer to. */
  readonly matches: number
  /** Null if nothing was written. */
  readonly document_id: string | null
  readonly version: number
}

export type CellChanges = {
  /** New cells as JSON text, by column id. */
  readonly replace: string
  /** The ids of columns whose cells are emptied. */
  readonly remove: readonly string[]
  /** Members to set in cells that keep their value, as JSON text by column id. */
  readonly amend: string
}

/**
 * Changes some cells of an existing row; concurrent updates of other cells are kept.
 * Reads `documents` and `stack_documents`; locks the table, then the row, as all writers do;
 * writes `stack_revisions` and `stack_table_rows`.
 */
export async function updateRow(
  trx: Tx,
  table: StackTable,
  document: string,
  { replace, remove, amend }: CellChanges,
  revision: Revision,
): Promise<WriteResult> {
  const { rows } = await sql<WriteResult>`
    with ${lockColumns(table)}, ${resolveDocument(table, document)},
    target as materialized (
      select document_id from stack_table_rows
      where table_id = (select id from current_table) and document_id = (select id from resolved)
        and cells is not null
      for update
    ), ${recordRevision(table, revision, sql`from target`)},
    updated as (
      update stack_table_rows r set
        cells = (r.cells - ${remove}::text[]) || ${replace}::jsonb || (
          select coalesce(jsonb_object_agg(key, coalesce(r.cells -> key, '{}') || value), '{}')
          from jsonb_each(${amend}::jsonb)
        ),
        version = r.version + 1, revision_id = revision.id, state = revision.id,
        updated_at = ${revision.at}::timestamptz
      from revision, target
      where r.table_id = ${table.id}::uuid and r.document_id = target.document_id
      returning r.document_id, r.version
    )
    select exists (select from current_table) as is_current, (select count(*) from best) as matches,
      updated.document_id, updated.version
    from (values (1)) one left join updated on true`.execute(trx)
  return rows[0] as WriteResult
}
