import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'
import { resolveDocuments, toReference } from '../documents/resolve-document.ts'
import { lockBulkWrites, lockColumns, recordRevision } from '../history/revisions.ts'
import type { StackTable } from '../tables/tables.ts'

export type ImportLine = {
  readonly line: number
  /** The id or name of the document, as in the file. */
  readonly document: string
  /** The cells as JSON text. */
  readonly cells: string
}

export type UnsavedLine = {
  readonly line: number
  /** The number of documents that `document` can mean; 1 if an earlier line had the same document. */
  readonly matches: number
}

/** Creates the revision of an import. Undefined if the columns have changed. */
export async function beginImport(
  trx: Tx,
  table: StackTable,
  revision: Revision,
): Promise<number | undefined> {
  await lockBulkWrites(trx, table)
  const { rows } = await sql<{ id: number }>`
    with ${lockColumns(table)}, ${recordRevision(table, revision, sql`from current_table`)}
    select id from revision`.execute(trx)
  return rows[0]?.id
}

/**
 * Saves many rows and returns the lines that it could not save. Reads `documents` and
 * `stack_documents`; locks rows of `stack_documents` against deletion; writes `stack_table_rows`,
 * whose two triggers fire once each.
 */
export async function importRows(
  trx: Tx,
  table: StackTable,
  lines: readonly ImportLine[],
  { id: revisionId, at }: { id: number; at: Date },
): Promise<UnsavedLine[]> {
  const input = lines.map(({ line, document, cells }) => ({
    n: line,
    ...toReference(document),
    cells,
  }))
  const { rows } = await sql<UnsavedLine>`
    with lines as materialized (
      select *, ${table.workspaceId}::uuid as workspace_id, ${table.stackId}::uuid as stack_id
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as (n integer, document_id uuid, name text, cells text)
    ), ${resolveDocuments(sql`lines`)},
    members as materialized (
      select r.n, p.document_id from resolved r cross join lateral (
        select document_id from stack_documents
        where stack_id = ${table.stackId}::uuid and document_id = r.id
        for key share
      ) p
    ), first as (
      select distinct on (p.document_id) p.document_id as id, p.n, l.cells::jsonb as cells
      from members p join lines l on l.n = p.n
      order by p.document_id, p.n
    ), saved as (
      insert into stack_table_rows as r
        (table_id, document_id, workspace_id, cells, version, revision_id, state, updated_at)
      select ${table.id}::uuid, id, ${table.workspaceId}::uuid, cells, 1, ${revisionId}::bigint,
        ${revisionId}::bigint, ${at}::timestamptz
      from first order by n
      on conflict (table_id, document_id) do update set cells = excluded.cells,
        version = r.version + 1, revision_id = excluded.revision_id, state = excluded.state,
        updated_at = excluded.updated_at
      where r.revision_id <> excluded.revision_id
      returning document_id
    )
    select l.n as line, coalesce((select max(matches) from best b where b.n = l.n), 0) as matches
    from lines l
    where not exists (
      select from first f join saved s on s.document_id = f.id where f.n = l.n
    )
    order by l.n`.execute(trx)
  return rows
}
