import { statement, type Tx } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Revision } from '../../revision.ts'
import { resolveDocuments, toReference } from '../documents/resolve-document.ts'
import type { StackTable } from '../tables/tables.ts'
import type { WriteResult } from './write-row.ts'

/** A row to save: it replaces the whole row of its document. */
export type RowSave = {
  readonly table: StackTable
  /** The id or the name that the caller sent. */
  readonly document: string
  /** The cells as JSON text. */
  readonly cells: string
  readonly revision: Revision
}

type NumberedSave = RowSave & { readonly n: number }
type NumberedResult = WriteResult & { readonly n: number; readonly is_duplicate: boolean }

/**
 * Saves rows of any tables and workspaces, each with a separate result. Saves of the same document take
 * effect in order, those by id before those by file name.
 */
export async function saveRows(trx: Tx, saves: readonly RowSave[]): Promise<WriteResult[]> {
  const numbered = saves.map((save, n): NumberedSave => ({ ...save, n }))
  const results = new Map<number, NumberedResult>()
  const run = async (pending: readonly NumberedSave[], saveBatch: SaveBatch) => {
    if (pending.length === 0) return
    const rows = await saveBatch(trx, { saves: toJson(pending) })
    for (const result of rows) results.set(result.n, result)
    await run(
      pending.filter(({ n }) => results.get(n)?.is_duplicate),
      saveBatch,
    )
  }
  const hasId = ({ document }: RowSave) => toReference(document).document_id !== null
  await run(numbered.filter(hasId), saveById)
  const isUnknown = ({ n }: NumberedSave) => {
    const { is_current = true, document_id = null } = results.get(n) ?? {}
    return is_current && document_id === null
  }
  await run(numbered.filter(isUnknown), saveByName)
  return numbered.map(({ n }) => results.get(n) as WriteResult)
}

/** A way to find the document of a save `i`. */
type Source = {
  /** Further CTEs, after `input`. */
  readonly ctes: RawBuilder<unknown>
  readonly join: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  /** The number of documents that the reference of a save `c` can mean. */
  readonly matches: RawBuilder<unknown>
}

// Most callers send ids, which need no search. An id that is not in the stack may be a file name.
const BY_ID: Source = { ctes: sql``, join: sql``, id: sql`i.document_id`, matches: sql`1` }

const BY_NAME: Source = {
  ctes: sql`${resolveDocuments(sql`input`)},`,
  join: sql`left join resolved d on d.n = i.n`,
  id: sql`d.id`,
  matches: sql`coalesce((select max(matches) from best b where b.n = c.n), 0)`,
}

/**
 * Reads `documents` and `stack_documents`; locks the tables and rows of `stack_documents` against
 * deletion; writes `stack_revisions` and `stack_table_rows`, whose two triggers fire once each. Rows
 * are written in the order of their keys, so that two batches cannot deadlock.
 */
const saveBatchBy = ({ ctes, join, id, matches }: Source) =>
  statement<{ saves: string }, NumberedResult>(
    (value) => sql`
    with input as materialized (
      select * from jsonb_to_recordset(${value('saves')}::jsonb) as (
        n integer, workspace_id uuid, table_id uuid, stack_id uuid, columns_version integer,
        document_id uuid, name text, cells jsonb, token uuid, action text, changed_by text,
        changed_at timestamptz)
    ), ${ctes}
    checked as materialized (
      select i.*, t.is_current, p.document_id as member_id,
        case when p.document_id is not null then nextval('stack_revisions_id_seq') end as revision_id,
        row_number() over (partition by i.table_id, p.document_id order by i.n) as nth
      from input i ${join}
      left join lateral (
        select true as is_current from stack_tables
        where id = i.table_id and workspace_id = i.workspace_id
          and columns_version = i.columns_version
        for key share
      ) t on true
      left join lateral (
        select document_id from stack_documents
        where t.is_current and stack_id = i.stack_id and document_id = ${id}
        for key share
      ) p on true
    ), revisions as (
      insert into stack_revisions (id, token, workspace_id, table_id, action, columns_version,
        changed_by, changed_at)
      overriding system value
      select revision_id, token, workspace_id, table_id, action, columns_version, changed_by,
        changed_at
      from checked where member_id is not null and nth = 1
    ), saved as (
      insert into stack_table_rows as r
        (table_id, document_id, workspace_id, cells, version, revision_id, state, updated_at)
      select table_id, member_id, workspace_id, cells, 1, revision_id, revision_id, changed_at
      from checked where member_id is not null and nth = 1
      order by table_id, member_id
      on conflict (table_id, document_id) do update set cells = excluded.cells,
        version = r.version + 1, revision_id = excluded.revision_id, state = excluded.state,
        updated_at = excluded.updated_at
      returning revision_id, document_id, version
    )
    select c.n, c.is_current is not null as is_current, ${matches} as matches,
      s.document_id, s.version, c.member_id is not null and c.nth > 1 as is_duplicate
    from checked c left join saved s on s.revision_id = c.revision_id`,
  )

type SaveBatch = ReturnType<typeof saveBatchBy>

const saveById = saveBatchBy(BY_ID)
const saveByName = saveBatchBy(BY_NAME)

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
      // `cells` is already JSON, possibly with numbers that JavaScript cannot represent.
      return `${JSON.stringify(fields).slice(0, -1)},"cells":${cells}}`
    })
    .join(',')}]`
