import { containsText, type Database, sortedList, sortKey, type Tx } from '@quartermaster/db'
import {
  fromStorable,
  type ListRequest,
  type Page,
  pageSize,
  readSorting,
  toSortedPage,
  toStorable,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkPlainText } from '../../cells/plain-text.ts'
import { notFound } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { removeRows } from '../rows/remove-rows.ts'
import { resolveDocumentId } from './document-id.ts'

/** A document without its text, which may be long. */
export type Document = {
  readonly id: string
  readonly filename: string
  readonly mime_type: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

export type NewDocument = {
  readonly filename: string
  readonly mime_type?: string | null
  readonly text?: string | null
}

const COLUMNS = ['id', 'filename', 'mime_type', 'created_at', 'updated_at'] as const

export async function createDocument(
  db: Database,
  workspaceId: string,
  { filename, mime_type = null, text = null }: NewDocument,
  now: Date,
): Promise<Document> {
  checkPlainText({ filename, mime_type })
  return db
    .insertInto('documents')
    .values({
      workspace_id: workspaceId,
      filename,
      mime_type,
      text: text === null ? null : toStorable(text),
      created_at: now,
      updated_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function getDocument(
  db: Database,
  workspaceId: string,
  idOrFilename: string,
): Promise<Document & { text: string | null }> {
  const id = await resolveDocumentId(db, workspaceId, idOrFilename)
  const document = await db
    .selectFrom('documents')
    .select([...COLUMNS, 'text'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  return { ...document, text: document.text === null ? null : fromStorable(document.text) }
}

const ID = sortKey.id(sql`id`)
const CREATED = sortKey.time(sql`created_at`)

export const DOCUMENT_ORDERS = {
  created_at: [CREATED, ID],
  updated_at: [sortKey.time(sql`updated_at`), ID],
  filename: [sortKey.text(sql`filename`), CREATED, ID],
}

export type DocumentsRequest = ListRequest & { readonly filename?: string | undefined }

/** Oldest first by default. */
export async function listDocuments(
  db: Database,
  workspaceId: string,
  request: DocumentsRequest = {},
): Promise<Page<Document>> {
  const sorting = readSorting(request, DOCUMENT_ORDERS, { sortBy: 'created_at' })
  const { isAfter, orderBy, position } = sortedList(sorting)
  const rows = await documentsWith(db, workspaceId, request)
    .select(COLUMNS)
    .select(position.as('position'))
    .where(isAfter)
    .orderBy(orderBy)
    .limit(pageSize(request) + 1)
    .execute()
  return toSortedPage(rows, request, sorting)
}

export async function countDocuments(
  db: Database,
  workspaceId: string,
  request: DocumentsRequest,
): Promise<number> {
  const { count } = await documentsWith(db, workspaceId, request)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const documentsWith = (db: Database, workspaceId: string, { filename, search }: DocumentsRequest) =>
  db
    .selectFrom('documents')
    .where('workspace_id', '=', workspaceId)
    .$if(filename !== undefined, (query) =>
      query.where('filename', '=', toStorable(filename ?? '')),
    )
    .$if(search !== undefined, (query) =>
      query.where(containsText(toStorable(search ?? ''), sql`filename`)),
    )

export async function updateDocument(
  db: Database,
  workspaceId: string,
  idOrFilename: string,
  { text, ...changes }: Partial<NewDocument>,
  now: Date,
): Promise<Document> {
  const id = await resolveDocumentId(db, workspaceId, idOrFilename)
  checkPlainText(changes)
  const document = await db
    .updateTable('documents')
    .set({
      ...changes,
      ...(text !== undefined && { text: text === null ? null : toStorable(text) }),
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  return document
}

/** Deletes the document, and removes its rows from the tables, whose history keeps them. */
export async function deleteDocument(
  trx: Tx,
  workspaceId: string,
  idOrFilename: string,
  revision: Revision,
): Promise<void> {
  const id = await resolveDocumentId(trx, workspaceId, idOrFilename)
  const document = await trx
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (document === undefined) throw notFound('document')
  // Waits for writers of its rows, which hold a lock on its row in `stack_documents`.
  await trx
    .selectFrom('stack_documents')
    .select('stack_id')
    .where('document_id', '=', id)
    .forUpdate()
    .execute()
  await removeRows(trx, workspaceId, { documentId: id }, revision)
  await trx.deleteFrom('documents').where('id', '=', id).execute()
}
