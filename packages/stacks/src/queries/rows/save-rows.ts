import type { Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Revision } from '../../revision.ts'
import { resolveDocuments, toReference } from '../documents/resolve-document.ts'
import type { StackTable } from '../tables/tables.ts'
import type { WriteResult } from './write-row.ts'

/** A row to save: it replaces the whole row of its document. */
export type RowSave = {
  readonly table: StackTable
  /** The document as the caller names it. */
  readonly document: string
  /** The cells as JSON text. */
  readonly cells: string
  readonly revision: Revision
}

type NumberedSave = RowSave & { readonly n: number }
type NumberedResult = WriteResult & { readonly n: number; readonly is_duplicate: boolean }

/**
 * Saves rows of any tables and workspaces, each with its own result. Saves of one document take
 * effect in their order, those by id before those by file name.
 */
export async function saveRows(trx: Tx, saves: readonly RowSave[]): Promise<WriteResult[]> {
  const numbered = saves.map((save, n): NumberedSave => ({ ...save, n }))
  const results = new Map<number, NumberedResult>()
  const run = async (pending: readonly NumberedSave[], source: Source) => {
    if (pending.length === 0) return
    for (const result of await saveBatch(trx, pending, source)) results.set(result.n, result)
    await run(
      pending.filter(({ n }) => results.get(n)?.is_duplicate),
      source,
    )
  }
  const hasId = ({ document }: RowSave) => toReference(document).document_id !== null
  await run(numbered.filter(hasId), BY_ID)
  const isUnknown = ({ n }: NumberedSave) => {
    const { is_current = true, document_id = null } = results.get(n) ?? {}
    return is_current && document_id === null
  }
  await run(numbered.filter(isUnknown), BY_NAME)
  return numbered.map(({ n }) => results.get(n) as WriteResult)
}

/** Yields the CTEs `best (n, id, matches)` and `resolved (n, id)` for `input`. */
type Source = ReturnType<typeof resolveDocuments>

const BY_NAME: Source = resolveDocuments(sql`input`)
// Most callers send ids, which need no search.
const BY_ID: Source = sql`
  resolved as (select n, document_id as id from input),
  best as (select n, id, 1 as matches from resolved)`

/**
 * Reads `documents` and `stack_documents`; locks the tables and the documents' places in their
 * stacks against deletion; writes `stack_revisions` and `stack_table_rows`, whose two triggers fire
 * once each. Rows are written in the order of their keys, so that two batches cannot deadlock.
 */
async function saveBatch(
  trx: Tx,
  saves: readonly NumberedSave[],
  source: Source,
): Promise<NumberedResult[]> {
  const { rows } = await sql<NumberedResult>`
    with input as materialized (
      select * from jsonb_to_recordset(${toJson(saves)}::jsonb) as (
        n integer, workspace_id uuid, table_id uuid, stack_id uuid, columns_version integer,
        document_id uuid, name text, cells jsonb, token uuid, action text, changed_by text,
        changed_at timestamptz)
    ), current_tables as materialized (
      select i.n from input i cross join lateral (
        select from stack_tables
        where id = i.table_id and workspace_id = i.workspace_id
          and columns_version = i.columns_version
        for key share
      ) t
    ), ${source},
    places as materialized (
      select i.*, p.document_id as id
      from input i join current_tables c on c.n = i.n join resolved r on r.n = i.n
      cross join lateral (
        select document_id from stack_documents
        where stack_id = i.stack_id and document_id = r.id
        for key share
      ) p
    ), first as materialized (
      select distinct on (table_id, id) * from places order by table_id, id, n
    ), revisions as (
      insert into stack_revisions (token, workspace_id, table_id, action, columns_version,
        changed_by, changed_at)
      select token, workspace_id, table_id, action, columns_version, changed_by, changed_at
      from first
      returning id, token
    ), saved as (
      insert into stack_table_rows as r
        (table_id, document_id, workspace_id, cells, version, revision_id, state, updated_at)
      select f.table_id, f.id, f.workspace_id, f.cells, 1, v.id, v.id, f.changed_at
      from first f join revisions v on v.token = f.token
      order by f.table_id, f.id
      on conflict (table_id, document_id) do update set cells = excluded.cells,
        version = r.version + 1, revision_id = excluded.revision_id, state = excluded.state,
        updated_at = excluded.updated_at
      returning table_id, document_id, version
    )
    select i.n, c.n is not null as is_current,
      coalesce((select max(matches) from best b where b.n = i.n), 0) as matches,
      s.document_id, s.version, p.n is not null and f.n is null as is_duplicate
    from input i
    left join current_tables c on c.n = i.n
    left join places p on p.n = i.n
    left join first f on f.n = i.n
    left join saved s on s.table_id = f.table_id and s.document_id = f.id`.execute(trx)
  return rows
}

const toJson = (saves: readonly NumberedSave[]): string =>
  `[${saves
    .map(({ n, table, document, cells, revision }) => {
      const fields = {
        n,
        workspace_id: table.workspaceId,
        table_id: table.id,
        stack_id: table.stackId,
        columns_version: table.version,
        ...toReference(document),
        token: revision.token,
        action: revision.action,
        changed_by: revision.by,
        changed_at: revision.at,
      }
      // `cells` is JSON already, with numbers that JavaScript cannot hold.
      return `${JSON.stringify(fields).slice(0, -1)},"cells":${cells}}`
    })
    .join(',')}]`
