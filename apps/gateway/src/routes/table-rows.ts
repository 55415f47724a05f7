import {
  countRows,
  getColumn,
  getTable,
  OPERATORS,
  readHistory,
  readReviewList,
  readRows,
  UncertainCell,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { ById, Instant, Nullable } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Cells = Type.Record(Type.String(), Type.Unknown(), { description: 'Values by column.' })
const Scores = Type.Record(Type.String(), Type.Number(), {
  description: 'Confidence by column, from 0 to 1.',
})
const Sources = Type.Record(Type.String(), Type.Unknown(), {
  description: 'By column: where in the document the value was found.',
})

const Row = Type.Object(
  {
    document_id: Type.String({ description: 'Document id.' }),
    filename: Type.String({ description: 'File name of the document.' }),
    row_data: Cells,
    confidence_scores: Scores,
    sources: Sources,
    version: Type.Integer({ description: 'Incremented when the row changes.' }),
    updated_at: Instant('Time of the last change.'),
  },
  { description: 'The row of one document.' },
)
const Filter = Type.Object({
  column: Type.String({ description: 'Column name.' }),
  operator: Type.Union(
    OPERATORS.map((operator) => Type.Literal(operator)),
    { default: 'equals', description: 'How the values are compared.' },
  ),
  value: Type.String({ default: '', description: 'The value to compare with.' }),
})
const RowsQuery = Type.Object({
  ...PageQuery,
  filters: Type.Optional(
    Type.Array(Filter, {
      maxItems: 20,
      description: 'A list of filters as JSON text. A row must match all of them.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Only rows that contain this text in a cell or their file name, in any case.',
    }),
  ),
  sort_by: Type.Optional(Type.String({ description: 'The column to sort by.' })),
  descending: Type.Boolean({ default: false, description: 'Whether to sort in reverse.' }),
  count: Type.Boolean({ default: false, description: 'Whether to include `total`.' }),
})
const RowsPage = Type.Object(
  {
    rows: Type.Array(Row, { description: 'The rows of this page.' }),
    next_cursor: Nullable(
      Type.String({ description: 'Pass it as `cursor` to get the next page.' }),
    ),
    total: Type.Optional(Type.Integer({ description: 'Number of matching rows on all pages.' })),
  },
  { description: 'One page of rows.' },
)
const Change = Type.Object(
  {
    id: Type.String({ description: 'Change id.' }),
    undo_token: Type.String({ description: 'Reverts the whole call with undo_change.' }),
    action: Type.String({ description: 'The tool or route that made the change.' }),
    document_id: Nullable(Type.String({ description: 'Null for a change of the table itself.' })),
    version: Nullable(Type.Integer({ description: 'Version of the row after the change.' })),
    old: Type.Unknown({ description: 'Previous values that changed; null if there was no row.' }),
    new: Type.Unknown({ description: 'New values that changed; null if the row was removed.' }),
    old_confidence_scores: Scores,
    new_confidence_scores: Scores,
    old_sources: Sources,
    new_sources: Sources,
    note: Nullable(Type.String({ description: 'Additional information.' })),
    is_undone: Type.Boolean({ description: 'Whether the change was reverted.' }),
    changed_by: Type.String({ description: 'The agent that made the change.' }),
    changed_at: Instant('Time of the change.'),
  },
  { description: 'The effect of one call on one row, or on the table itself.' },
)
const tags = ['Tables']

/** Rows, uncertain cells and history of a table. */
export function tableRowRoutes(app: FastifyInstance, { database: { db } }: Services): void {
  const routes = typed(app)

  routes.get(
    '/v1/tables/:id/rows',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_rows',
        summary: 'List rows of a table',
        description: 'Lists rows, filtered and sorted as requested.',
        tags,
        params: ById,
        querystring: RowsQuery,
        response: { 200: RowsPage, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, query, caller }) => {
      const table = await getTable(db, caller.workspaceId, params.id)
      const { filters = [], sort_by, count, ...page } = query
      const request = {
        ...page,
        conditions: filters.map((filter) => ({
          ...filter,
          column: getColumn(table, filter.column),
        })),
        ...(sort_by !== undefined && { sortBy: getColumn(table, sort_by) }),
      }
      const { rows, nextCursor } = await readRows(db, table, request)
      const total = count ? { total: await countRows(db, table, request) } : {}
      return { rows, next_cursor: nextCursor, ...total }
    },
  )

  routes.get(
    '/v1/tables/:id/review',
    {
      config: { access: { tool: ['read_rows', 'read_review_list'] } },
      schema: {
        operationId: 'list_doubtful_cells',
        summary: 'List uncertain cells of a table',
        description: 'Lists the cells whose confidence is below the threshold.',
        tags,
        params: ById,
        querystring: Type.Object({
          ...PageQuery,
          threshold: Type.Number({
            default: 0.8,
            minimum: 0,
            maximum: 1,
            description: 'Cells with a lower confidence are listed.',
          }),
        }),
        response: { 200: PageOf('cells', UncertainCell), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, query: { threshold, ...page }, caller }) => {
      const table = await getTable(db, caller.workspaceId, params.id)
      const { cells, nextCursor } = await readReviewList(db, table, threshold, page)
      return { cells, next_cursor: nextCursor }
    },
  )

  routes.get(
    '/v1/tables/:id/history',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_changes',
        summary: 'List changes of a table',
        description: 'Lists every change of the table and its rows, newest first.',
        tags,
        params: ById,
        querystring: Type.Object({
          ...PageQuery,
          document_id: Type.Optional(
            Type.String({ description: 'Only changes of this row: document id or file name.' }),
          ),
          undo_token: Type.Optional(
            Type.String({ description: 'Only the changes of the call with this token.' }),
          ),
        }),
        response: { 200: PageOf('changes', Change), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, query, caller }) => {
      const table = await getTable(db, caller.workspaceId, params.id)
      const { document_id: documentId, undo_token: undoToken, ...page } = query
      const request = { ...page, documentId, undoToken }
      const { rows, nextCursor } = await readHistory(db, table, request)
      return { changes: rows, next_cursor: nextCursor }
    },
  )
}
