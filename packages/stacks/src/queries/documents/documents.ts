import type { Database, Tx } from '@quartermaster/db'
import {
  fromStorable,
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
  toPage,
  toStorable,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { checkPlainText } from '../../cells/plain-text.ts'
import { isId, notFound } from '../../not-found.ts'
import type { Revision } from '../../revision.ts'
import { removeRows } from '../rows/remove-rows.ts'
import { fromMicroseconds, isMicroseconds, microseconds } from '../timestamp-cursor.ts'
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

/** Oldest first. */
export async function listDocuments(
  db: Database,
  workspaceId: string,
  request: PageRequest & { readonly filename?: string } = {},
): Promise<Page<Document>> {
  const size = pageSize(request)
  const { filename } = request
  const [created, id] = readCursor(request, isMicroseconds, isId) ?? []
  const rows = await db
    .selectFrom('documents')
    .select(COLUMNS)
    .select(microseconds('created_at').as('created'))
    .where('workspace_id', '=', workspaceId)
    .$if(filename !== undefined, (query) =>
      query.where('filename', '=', toStorable(filename ?? '')),
    )
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${fromMicroseconds(created)}, ${id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, (row) => [row.created, row.id])
  return { ...page, rows: page.rows.map(({ created: _, ...document }) => document) }
}

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

/** Removes the document's rows from their tables, whose history keeps them, and deletes it. */
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
  // A writer of one of its rows holds a lock on its `stack_documents` row.
  await trx
    .selectFrom('stack_documents')
    .select('stack_id')
    .where('document_id', '=', id)
    .forUpdate()
    .execute()
  await removeRows(trx, workspaceId, { documentId: id }, revision)
  await trx.deleteFrom('documents').where('id', '=', id).execute()
}
