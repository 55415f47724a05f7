import type { Database } from '@quartermaster/db'
import { closestName, fromStorable, isStorable, quote, ToolError } from '@quartermaster/toolkit'
import { isId, notFound } from '../not-found.ts'

const NAMES = { table: 'stack_tables', stack: 'stacks' } as const

// Enough for a suggestion, and cheap in a workspace of any size.
const MAX_COMPARED = 1000

/** The most rows with the same name that `ambiguousName` lists. */
export const MAX_CANDIDATES = 10

/** The error for a name that is not unique in the workspace. */
export const ambiguousName = (
  kind: 'document' | 'stack' | 'table',
  name: string,
  ids: readonly string[],
  candidates: readonly unknown[] = ids,
): ToolError =>
  new ToolError('conflict', `Several ${kind}s are named ${quote(name)}: ${ids.join(', ')}.`, {
    suggestion: 'Use the id of one of them.',
    details: { [`${kind}s`]: candidates },
  })

/** `notFound` for an id or a name, with the most similar name of the workspace as a suggestion. */
export async function notFoundByName(
  db: Database,
  workspaceId: string,
  kind: 'document' | 'stack' | 'table',
  text: string,
): Promise<ToolError> {
  if (isId(text) || !isStorable(text)) return notFound(kind)
  const names =
    kind === 'document'
      ? await filenames(db, workspaceId)
      : await namesOf(db, workspaceId, NAMES[kind])
  return notFound(kind, closestName(text, names))
}

async function namesOf(
  db: Database,
  workspaceId: string,
  relation: 'stack_tables' | 'stacks',
): Promise<string[]> {
  const rows = await db
    .selectFrom(relation)
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .limit(MAX_COMPARED)
    .execute()
  return rows.map(({ name }) => name)
}

/** The only document whose file name equals or resembles a text that was sent as an id. */
export async function similarDocument(
  db: Database,
  workspaceId: string,
  text: string,
): Promise<{ id: string; filename: string } | undefined> {
  if (isId(text) || !isStorable(text)) return undefined
  const documents = await newestDocuments(db, workspaceId)
  const meant = closestName(
    text,
    documents.map(({ filename }) => filename),
  )
  const found = documents.filter(({ filename }) => filename === meant)
  return found.length === 1 ? found[0] : undefined
}

const filenames = async (db: Database, workspaceId: string): Promise<string[]> =>
  (await newestDocuments(db, workspaceId)).map(({ filename }) => filename)

async function newestDocuments(
  db: Database,
  workspaceId: string,
): Promise<{ id: string; filename: string }[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'filename'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .limit(MAX_COMPARED)
    .execute()
  return rows.map(({ id, filename }) => ({ id, filename: fromStorable(filename) }))
}
