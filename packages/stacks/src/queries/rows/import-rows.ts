import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { toStorable } from '../../cells/storable-text.ts'
import { isId } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { lockColumns, lockManyRows, recordRevision } from '../history/revisions.ts'
import type { StackTable } from '../tables/tables.ts'

export type ImportLine = {
  readonly line: number
  /** A document as a user names it. */
  readonly document: string
  /** Its cells as JSON text. */
  readonly cells: string
}

export type UnreadLine = {
  readonly line: number
  /** How many documents of the stack the name can mean; one = a line before had it already. */
  readonly matches: number
}

/** The change that all lines of an import belong to; undefined when the columns have changed. */
export async function beginImport(
  trx: Database,
  table: StackTable,
  change: Revision,
): Promise<number | undefined> {
  await lockManyRows(trx, table)
  const { rows } = await sql<{ id: number }>`
    with ${lockColumns(table)}, ${recordRevision(table, change, sql`from shape`)}
    select id from change`.execute(trx)
  return rows[0]?.id
}

/** Saves many rows in one statement, and says which lines it could not save. */
export async function importRows(
  trx: Database,
  table: StackTable,
  lines: readonly ImportLine[],
  { id: revisionId, at }: { id: number; at: Date },
): Promise<UnreadLine[]> {
  const sent = lines.map(({ line, document, cells }) => ({
    line,
    id: isId(document.trim()) ? document.trim() : null,
    name: toStorable(document),
    cells,
  }))
  const { rows } = await sql<UnreadLine>`
    with lines as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
        as (line integer, id uuid, name text, cells text)
    ), candidates as (
      -- Line by line, by index: the size of the stack must not matter.
      select l.line, c.id, c.tier from lines l cross join lateral (
        select s.document_id as id, 1 as tier from stack_documents s
        where s.stack_id = ${table.stackId}::uuid and s.document_id = l.id
        union all (
          -- As it is written or, where nothing is called that, without the blanks around it.
          select d.id, case d.filename when l.name then 2 else 4 end from documents d
          join stack_documents s on s.stack_id = ${table.stackId}::uuid and s.document_id = d.id
          where d.workspace_id = ${table.workspaceId}::uuid
            and d.filename = any (array[l.name, btrim(l.name)]) limit 100
        ) union all (
          select d.id, case d.stem when l.name then 3 else 5 end from documents d
          join stack_documents s on s.stack_id = ${table.stackId}::uuid and s.document_id = d.id
          where d.workspace_id = ${table.workspaceId}::uuid
            and d.stem = any (array[l.name, btrim(l.name)]) limit 100
        )
      ) c
    ), ranked as (
      select line, id, tier, min(tier) over (partition by line) as least from candidates
    ), best as materialized (
      select line, id, count(*) over (partition by line) as matches from ranked where tier = least
    ), places as materialized (
      select b.line, p.document_id from best b cross join lateral (
        select document_id from stack_documents
        where stack_id = ${table.stackId}::uuid and document_id = b.id
        for key share
      ) p
      where b.matches = 1
    ), first as (
      select distinct on (p.document_id) p.document_id as id, p.line, l.cells::jsonb as cells
      from places p join lines l on l.line = p.line
      order by p.document_id, p.line
    ), saved as (
      insert into stack_table_rows as r
        (table_id, document_id, workspace_id, cells, version, change_id, state, updated_at)
      select ${table.id}::uuid, id, ${table.workspaceId}::uuid, cells, 1, ${revisionId}::bigint,
        ${revisionId}::bigint, ${at}::timestamptz
      from first order by line
      on conflict (table_id, document_id) do update set cells = excluded.cells,
        version = r.version + 1, change_id = excluded.change_id, state = excluded.state,
        updated_at = excluded.updated_at
      where r.change_id <> excluded.change_id
      returning document_id
    )
    select l.line, coalesce((select max(matches) from best b where b.line = l.line), 0) as matches
    from lines l
    where not exists (
      select from first f join saved s on s.document_id = f.id where f.line = l.line
    )
    order by l.line`.execute(trx)
  return rows
}
