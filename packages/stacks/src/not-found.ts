import { quote, ToolError } from '@quartermaster/toolkit'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Ids are UUIDs. PostgreSQL rejects any other text in a comparison with an id. */
export const isId = (text: string): boolean => UUID.test(text)

const SUGGESTIONS = {
  document: 'Use the id of a document, or its exact file name; GET /v1/documents lists them.',
  stack: 'Use the id of a stack, or its exact name; GET /v1/stacks lists them.',
  table: 'Use the id of a table, or its exact name; GET /v1/tables lists them.',
  extraction: 'Use an id that GET /v1/documents/{document_id}/extractions shows.',
}

/** The same error for something missing and for something in another workspace. */
export const notFound = (kind: keyof typeof SUGGESTIONS, near?: string): ToolError =>
  new ToolError('not_found', `There is no such ${kind}.`, {
    suggestion: [
      ...(near === undefined ? [] : [`Did you mean ${quote(near)}?`]),
      SUGGESTIONS[kind],
    ].join(' '),
  })
