import type { Database } from '@quartermaster/db'
import { toStorable } from '@quartermaster/toolkit'
import { isId } from '../../not-found.ts'
import { ambiguousName, MAX_CANDIDATES, notFoundByName } from '../similar-name.ts'

export type IdentifiedDocument = { readonly id: string; readonly filename: string }

/**
 * Finds a document by its id, or by its file name if no other document of the workspace has the same
 * name. Every route that takes a document resolves it here.
 */
export async function identifyDocument(
  db: Database,
  workspaceId: string,
  idOrFilename: string,
): Promise<IdentifiedDocument> {
  const found = await db
    .selectFrom('documents')
    .select(['id', 'filename'])
    .where('workspace_id', '=', workspaceId)
    .where(isId(idOrFilename) ? 'id' : 'filename', '=', toStorable(idOrFilename))
    .orderBy('created_at')
    .limit(MAX_CANDIDATES)
    .execute()
  const [document] = found
  if (document === undefined) {
    throw await notFoundByName(db, workspaceId, 'document', idOrFilename)
  }
  if (found.length > 1) {
    throw ambiguousName(
      'document',
      idOrFilename,
      found.map(({ id }) => id),
    )
  }
  return document
}

/** `identifyDocument` without a query for an id; the caller's statement must check that the document exists. */
export const resolveDocumentId = async (
  db: Database,
  workspaceId: string,
  idOrFilename: string,
): Promise<string> =>
  isId(idOrFilename) ? idOrFilename : (await identifyDocument(db, workspaceId, idOrFilename)).id
