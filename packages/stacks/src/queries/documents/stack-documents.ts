import type { Database } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { isId, notFound, shown } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { removeRows } from '../rows/remove-rows.ts'

/** Says how many are new to the stack; all are added or, if one is unknown, none. */
export async function addDocuments(
  trx: Database,
  workspaceId: string,
  stackId: string,
  documentIds: readonly string[],
  now: Date,
): Promise<number> {
  const stack = isId(stackId) ? await lockStack(trx, workspaceId, stackId) : undefined
  if (stack === undefined) throw notFound('stack')

  const ids = documentIds.filter(isId)
  const { rows } = await sql<{ id: string; is_known: boolean; is_added: boolean }>`
    with sent as (
      select distinct on (id) id, place from unnest(${ids}::uuid[]) with ordinality as sent (id, place)
      order by id, place
    ), known as (
      select d.id, sent.place from documents d join sent on sent.id = d.id
      where d.workspace_id = ${workspaceId}::uuid
      for key share of d
    ), added as (
      insert into stack_documents (stack_id, document_id, workspace_id, added_at)
      select ${stackId}::uuid, id, ${workspaceId}::uuid, ${now}::timestamptz from known order by place
      on conflict do nothing
      returning document_id
    )
    select sent.id, known.id is not null as is_known, added.document_id is not null as is_added
    from sent left join known on known.id = sent.id left join added on added.document_id = sent.id`.execute(
    trx,
  )
  const known = new Set(rows.filter((row) => row.is_known).map(({ id }) => id))
  const unknown = documentIds.find((id) => !known.has(id.toLowerCase()))
  if (unknown !== undefined) {
    throw new ToolError('not_found', `There is no document '${shown(unknown)}'.`, {
      suggestion: 'Check the id; none of the documents was added.',
    })
  }
  return rows.filter((row) => row.is_added).length
}

const lockStack = (trx: Database, workspaceId: string, id: string) =>
  trx
    .selectFrom('stacks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()

/** Its rows leave the tables of the stack, which their history keeps. Inside a transaction only. */
export async function removeDocument(
  trx: Database,
  workspaceId: string,
  { stackId, documentId }: { stackId: string; documentId: string },
  change: Revision,
): Promise<void> {
  if (!isId(stackId) || !isId(documentId)) throw notFound('document')
  const place = await trx
    .selectFrom('stack_documents')
    .select('document_id')
    .where('workspace_id', '=', workspaceId)
    .where('stack_id', '=', stackId)
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (place === undefined) throw notFound('document')
  await removeRows(trx, workspaceId, { documentId, stackId }, change)
  await trx
    .deleteFrom('stack_documents')
    .where('stack_id', '=', stackId)
    .where('document_id', '=', documentId)
    .execute()
}

export type StackDocument = {
  readonly document_id: string
  readonly filename: string
  readonly mime_type: string | null
  readonly has_extraction: boolean
  readonly has_row: boolean
  readonly added_at: Date
}

type DocumentsRequest = PageRequest & {
  /** Says of each document whether it has a row in this table. */
  readonly tableId?: string
  /** Only those that have no row in it yet. */
  readonly withoutRow?: boolean
}

/** In the order in which they were added. */
export async function listStackDocuments(
  db: Database,
  workspaceId: string,
  stackId: string,
  request: DocumentsRequest = {},
): Promise<Page<StackDocument>> {
  if (!isId(stackId)) throw notFound('stack')
  const size = pageSize(request)
  const { tableId = null, withoutRow = false } = request
  const [after = null] = readCursor(request, (part) => /^\d{1,18}$/.test(part)) ?? []
  const { rows } = await sql<StackDocument & { position: number }>`
    select d.id as document_id, d.filename, d.mime_type, s.added_at, s.position,
      exists (select from extractions e where e.document_id = d.id and e.status = 'completed')
        as has_extraction,
      r.cells is not null as has_row
    from stack_documents s
    join documents d on d.id = s.document_id
    left join stack_table_rows r on r.table_id = ${tableId}::uuid and r.document_id = d.id
    where s.workspace_id = ${workspaceId}::uuid and s.stack_id = ${stackId}::uuid
      and (${after}::bigint is null or s.position > ${after}::bigint)
      and (not ${withoutRow}::boolean or r.cells is null)
    order by s.position limit ${size + 1}::integer`.execute(db)
  const page = toPage(rows, size, ({ position }) => [String(position)])
  return { ...page, rows: page.rows.map(({ position, ...document }) => document) }
}

/** Which of these file names more than one document of the stack has. */
export async function sharedFilenames(
  db: Database,
  { workspaceId, stackId }: { workspaceId: string; stackId: string },
  filenames: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ filename: string }>`
    select d.filename from documents d join stack_documents s on s.document_id = d.id
    where d.workspace_id = ${workspaceId}::uuid and d.filename = any(${filenames}::text[])
      and s.stack_id = ${stackId}::uuid
    group by d.filename having count(*) > 1`.execute(db)
  return new Set(rows.map(({ filename }) => filename))
}
