import { toStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { isId } from '../../not-found.ts'

/** A caller's text for a document, prepared for `resolveDocuments`. */
export type DocumentReference = { readonly document_id: string | null; readonly name: string }

export const toReference = (text: string): DocumentReference => ({
  document_id: isId(text.trim()) ? text.trim() : null,
  name: toStorable(text),
})

/**
 * CTEs that resolve many references. `source` is a relation with the columns `n`, `workspace_id`,
 * `stack_id`, `document_id` and `name`. They yield `best (n, id, matches)`, all documents of the
 * stack that a reference can mean, and `resolved (n, id)` if that is exactly one. An id takes
 * precedence over a file name, a file name over one without its extension, and the exact text over
 * the trimmed text.
 * Reads: documents, stack_documents. Locks and writes: nothing.
 */
export const resolveDocuments = (source: RawBuilder<unknown>) => sql`
  candidates as (
    select i.n, c.id, c.tier from ${source} i cross join lateral (
      select s.document_id as id, 1 as tier from stack_documents s
      where s.stack_id = i.stack_id and s.document_id = i.document_id
      union all (
        select d.id, case d.filename when i.name then 2 else 4 end from documents d
        join stack_documents s on s.stack_id = i.stack_id and s.document_id = d.id
        where d.workspace_id = i.workspace_id
          and d.filename = any (array[i.name, btrim(i.name)]) limit 100
      ) union all (
        select d.id, case d.stem when i.name then 3 else 5 end from documents d
        join stack_documents s on s.stack_id = i.stack_id and s.document_id = d.id
        where d.workspace_id = i.workspace_id
          and d.stem = any (array[i.name, btrim(i.name)]) limit 100
      )
    ) c
  ), ranked as (
    select n, id, tier, min(tier) over (partition by n) as least from candidates
  ), best as materialized (
    select n, id, count(*) over (partition by n) as matches from ranked where tier = least
  ), resolved as (
    select n, id from best where matches = 1
  )`

type Stack = { readonly workspaceId: string; readonly stackId: string }

/** `resolveDocuments` for one text. */
export function resolveDocument({ workspaceId, stackId }: Stack, text: string) {
  const { document_id: id, name } = toReference(text)
  return resolveDocuments(sql`(
    select 1 as n, ${workspaceId}::uuid as workspace_id, ${stackId}::uuid as stack_id,
      ${id}::uuid as document_id, ${name}::text as name)`)
}
