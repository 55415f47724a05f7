import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { toStorable } from '../../cells/storable-text.ts'
import { isId, shown } from '../../not-found.ts'

type Place = { readonly workspaceId: string; readonly stackId: string }

/**
 * Parts of a `with`: `best`, the documents of the stack that a text can mean, and `document`, the
 * one when it is one. An id goes before a file name, and that before one without its extension.
 */
export function resolveDocument({ workspaceId, stackId }: Place, sent: string) {
  const id = isId(sent) ? sent : null
  const name = toStorable(sent)
  return sql`
    candidates as (
      select document_id as id, 1 as tier from stack_documents
      where stack_id = ${stackId}::uuid and document_id = ${id}::uuid
      union all
      select d.id, 2 from documents d join stack_documents s on s.document_id = d.id
      where d.workspace_id = ${workspaceId}::uuid and d.filename = ${name}::text
        and s.stack_id = ${stackId}::uuid
      union all
      select d.id, 3 from documents d join stack_documents s on s.document_id = d.id
      where d.workspace_id = ${workspaceId}::uuid and d.stem = ${name}::text
        and s.stack_id = ${stackId}::uuid
    ), best as (
      select id from candidates where tier = (select min(tier) from candidates)
    ), document as (
      select id from best where (select count(*) from best) = 1
    )`
}

/** A document elsewhere, in another workspace or nowhere: the same words for all. */
export function documentNotFound(sent: string, matches: number): ToolError {
  if (matches > 1) {
    return new ToolError(
      'conflict',
      `There are ${matches} documents '${shown(sent)}' in this stack.`,
      { suggestion: 'Use the id of the one you mean; list_documents shows the ids.' },
    )
  }
  return new ToolError('not_found', `There is no document '${shown(sent)}' in this stack.`, {
    suggestion: 'Use a document_id or file name that list_documents shows.',
  })
}
