import type { Database, Tx } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  quote,
  readCursor,
  ToolError,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { isId, notFound } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { removeRows } from '../rows/remove-rows.ts'
import { similarDocument } from '../similar-name.ts'
import { resolveStackId } from '../tables/stacks.ts'
import { documentNotFound } from './document-not-found.ts'
import { resolveDocument } from './resolve-document.ts'

/**
 * Adds documents to a stack and returns how many were new to it. Adds none if one is unknown.
 * Reads and locks the documents against deletion; writes `stack_documents`.
 */
export async function addDocuments(
  trx: Tx,
  workspaceId: string,
  stack: string,
  documentIds: readonly string[],
  now: Date,
): Promise<number> {
  const stackId = await resolveStackId(trx, workspaceId, stack)
  if ((await lockStack(trx, stackId)) === undefined) throw notFound('stack')

  const ids = documentIds.filter(isId)
  const { rows } = await sql<{ id: string; is_known: boolean; is_added: boolean }>`
    with given as (
      select distinct on (id) id, n from unnest(${ids}::uuid[]) with ordinality as given (id, n)
      order by id, n
    ), known as (
      select d.id, given.n from documents d join given on given.id = d.id
      where d.workspace_id = ${workspaceId}::uuid
      for key share of d
    ), added as (
      insert into stack_documents (stack_id, document_id, workspace_id, added_at)
      select ${stackId}::uuid, id, ${workspaceId}::uuid, ${now}::timestamptz from known order by n
      on conflict do nothing
      returning document_id
    )
    select given.id, known.id is not null as is_known, added.document_id is not null as is_added
    from given left join known on known.id = given.id
      left join added on added.document_id = given.id`.execute(trx)
  const known = new Set(rows.filter((row) => row.is_known).map(({ id }) => id))
  const unknown = documentIds.find((id) => !known.has(id.toLowerCase()))
  if (unknown !== undefined) {
    const meant = await similarDocument(trx, workspaceId, unknown)
    throw new ToolError('not_found', `There is no document ${quote(unknown)}.`, {
      suggestion:
        meant === undefined
          ? 'Use ids that GET /v1/documents lists; no document was added.'
          : `Did you mean '${meant.id}'? That is the id of ${quote(meant.filename)}. No document was added.`,
    })
  }
  return rows.filter((row) => row.is_added).length
}

const lockStack = (trx: Tx, id: string) =>
  trx.selectFrom('stacks').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()

/** Removes the document from the stack and its rows from the tables, whose history keeps them. */
export async function removeDocument(
  trx: Tx,
  workspaceId: string,
  { stack, document }: { stack: string; document: string },
  revision: Revision,
): Promise<void> {
  const stackId = await resolveStackId(trx, workspaceId, stack)
  const documentId = await resolveInStack(trx, { workspaceId, stackId }, document)
  const member = await trx
    .selectFrom('stack_documents')
    .select('document_id')
    .where('workspace_id', '=', workspaceId)
    .where('stack_id', '=', stackId)
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (member === undefined) throw notFound('document')
  await removeRows(trx, workspaceId, { documentId, stackId }, revision)
  await trx
    .deleteFrom('stack_documents')
    .where('stack_id', '=', stackId)
    .where('document_id', '=', documentId)
    .execute()
}

async function resolveInStack(
  db: Database,
  stack: { workspaceId: string; stackId: string },
  text: string,
): Promise<string> {
  const { rows } = await sql<{ id: string; matches: number }>`
    with ${resolveDocument(stack, text)} select id, matches::integer as matches from best limit 1`.execute(
    db,
  )
  const [found] = rows
  if (found?.matches === 1) return found.id
  throw await documentNotFound(db, stack, text, found?.matches ?? 0)
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
  /** `has_row` is whether a document has a row in this table. */
  readonly tableId?: string
  /** Only documents without a row in that table. */
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

/** The file names that more than one document of the stack has. */
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
