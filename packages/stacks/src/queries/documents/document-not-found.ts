import type { Database } from '@quartermaster/db'
import { closestName, fromStorable, quote, ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'

type Stack = { readonly stackId: string }

/**
 * The error for a text that matches no document of the stack, or several. Documents of other stacks
 * and workspaces get the same error as unknown ones.
 */
export async function documentNotFound(
  db: Database,
  stack: Stack,
  text: string,
  matches: number,
): Promise<ToolError> {
  if (matches > 1) {
    return new ToolError(
      'conflict',
      `There are ${matches} documents ${quote(text)} in this stack.`,
      { suggestion: 'Use the id of the one you mean; list_documents shows the ids.' },
    )
  }
  const near = await findSimilarFilename(db, stack, text)
  return new ToolError('not_found', `There is no document ${quote(text)} in this stack.`, {
    suggestion:
      near === undefined
        ? 'Use a document_id or file name that list_documents shows.'
        : `Did you mean ${quote(near)}? list_documents shows all documents of the stack.`,
  })
}

// Enough for a suggestion, and cheap in a stack of any size.
const MAX_COMPARED = 2000

async function findSimilarFilename(
  db: Database,
  { stackId }: Stack,
  text: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ filename: string }>`
    select d.filename from (
      select document_id from stack_documents where stack_id = ${stackId}::uuid
      order by position limit ${MAX_COMPARED}::integer
    ) s join documents d on d.id = s.document_id`.execute(db)
  const names = rows.map(({ filename }) => fromStorable(filename))
  const wanted = text.trim().toLowerCase()
  const stem = (name: string) => name.toLowerCase().replace(/(.)\.[^.]*$/, '$1')
  return (
    names.find((name) => name.toLowerCase() === wanted) ??
    names.find((name) => stem(name) === stem(wanted)) ??
    closestName(wanted, names)
  )
}
