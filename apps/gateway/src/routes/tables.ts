import { inTransaction } from '@quartermaster/db'
import {
  ColumnDefinitions,
  countRows,
  DoubtfulCell,
  defineColumns,
  deleteTable,
  getColumn,
  getTable,
  newRevision,
  OPERATORS,
  readHistory,
  readReviewList,
  readRows,
  renameTable,
  tableFamily,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { Gone } from './shapes.ts'
import { ById, checkMayCall, DEADLINE_MS, forWorkspace, Nullable } from './stack-shapes.ts'
import { showTable, Table, TableName } from './table-shapes.ts'
import { typed } from './typed.ts'

const Cells = Type.Record(Type.String(), Type.Unknown(), { description: 'By column.' })
const Scores = Type.Record(Type.String(), Type.Number(), { description: 'By column, 0 to 1.' })
const Sources = Type.Record(Type.String(), Type.Unknown(), { description: 'By column.' })

const Row = Type.Object(
  {
    document_id: Type.String(),
    filename: Type.String(),
    row_data: Cells,
    confidence_scores: Scores,
    sources: Sources,
    version: Type.Integer({ description: 'Goes up with every change of the row.' }),
    updated_at: Instant('When it was last changed.'),
  },
  { description: 'The row of one document.' },
)
const Filter = Type.Object({
  column: Type.String(),
  operator: Type.Union(
    OPERATORS.map((operator) => Type.Literal(operator)),
    { default: 'equals' },
  ),
  value: Type.String({ default: '' }),
})
const RowsQuery = Type.Object({
  ...PageQuery,
  filters: Type.Optional(
    Type.Array(Filter, {
      maxItems: 20,
      description: 'As JSON text: only rows that meet all of these.',
    }),
  ),
  sort_by: Type.Optional(Type.String({ description: 'A column.' })),
  descending: Type.Boolean({ default: false }),
  count: Type.Boolean({ default: false, description: 'Adds the total.' }),
})
const RowsPage = Type.Object(
  {
    rows: Type.Array(Row),
    next_cursor: Nullable(Type.String({ description: 'Null on the last page.' })),
    total: Type.Optional(Type.Integer({ description: 'Of all pages, if it was asked for.' })),
  },
  { description: 'One page.' },
)
const Change = Type.Object(
  {
    id: Type.String(),
    undo_token: Type.String({ description: 'Takes the whole call back, with undo_change.' }),
    action: Type.String({ description: 'The tool or route.' }),
    document_id: Nullable(Type.String({ description: 'Null for the table itself.' })),
    version: Nullable(Type.Integer({ description: 'Of the row, after the change.' })),
    old: Type.Unknown({ description: 'What differs, before; null = no row.' }),
    new: Type.Unknown({ description: 'What differs, after; null = no row.' }),
    old_confidence_scores: Scores,
    new_confidence_scores: Scores,
    old_sources: Sources,
    new_sources: Sources,
    note: Nullable(Type.String()),
    is_undone: Type.Boolean(),
    changed_by: Type.String({ description: 'Which agent.' }),
    changed_at: Instant('When.'),
  },
  { description: 'What one call did to one row, or to the table itself.' },
)
const tags = ['Tables']

export function tableRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  forWorkspace(app, (scope) => {
    const routes = typed(scope)

    routes.get(
      '/v1/tables/:id',
      {
        schema: {
          operationId: 'get_table',
          summary: 'One table, with its columns',
          tags,
          params: ById,
          response: { 200: Table, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }) => showTable(await getTable(db, caller.workspaceId, params.id)),
    )

    routes.patch(
      '/v1/tables/:id',
      {
        schema: {
          operationId: 'rename_table',
          summary: 'Rename a table',
          tags,
          params: ById,
          body: Type.Object({ name: TableName }),
          response: { 200: Table, ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, body, caller }) =>
        showTable(await renameTable(db, caller.workspaceId, params.id, body.name, clock())),
    )

    routes.delete(
      '/v1/tables/:id',
      {
        schema: {
          operationId: 'delete_table',
          summary: 'Remove a table with its rows and its history',
          tags,
          params: ById,
          response: { 204: Gone, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }, reply) => {
        await deleteTable(db, caller.workspaceId, params.id)
        return reply.code(204).send(null)
      },
    )

    routes.put(
      '/v1/tables/:id/columns',
      {
        schema: {
          operationId: 'set_columns',
          summary: 'Change the columns of a table, in either mode',
          tags,
          params: ById,
          body: Type.Object({ columns: ColumnDefinitions }),
          response: {
            200: Type.Composite([Table, Type.Object({ undo_token: Type.String() })], {
              description: 'The table with its new columns.',
            }),
            ...failures(400, 401, 403, 404),
          },
        },
      },
      async ({ params, body, caller }) => {
        checkMayCall(caller, tableFamily.general, 'define_columns')
        const change = newRevision('set_columns', { caller, now: clock() })
        const { id } = await getTable(db, caller.workspaceId, params.id)
        const table = await inTransaction(db, DEADLINE_MS, (trx) =>
          defineColumns(trx, caller.workspaceId, id, body.columns, change),
        )
        return { ...showTable(table), undo_token: change.token }
      },
    )

    routes.get(
      '/v1/tables/:id/rows',
      {
        schema: {
          operationId: 'list_rows',
          summary: 'The rows of a table',
          tags,
          params: ById,
          querystring: RowsQuery,
          response: {
            200: RowsPage,
            ...failures(400, 401, 403, 404),
          },
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
        schema: {
          operationId: 'list_doubtful_cells',
          summary: 'The cells whose confidence is below a threshold',
          tags,
          params: ById,
          querystring: Type.Object({
            ...PageQuery,
            threshold: Type.Number({ default: 0.8, minimum: 0, maximum: 1 }),
          }),
          response: { 200: PageOf('cells', DoubtfulCell), ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, query: { threshold, ...page }, caller }) => {
        checkMayCall(caller, tableFamily.general, 'read_review_list')
        const table = await getTable(db, caller.workspaceId, params.id)
        const { cells, nextCursor } = await readReviewList(db, table, threshold, page)
        return { cells, next_cursor: nextCursor }
      },
    )

    routes.get(
      '/v1/tables/:id/history',
      {
        schema: {
          operationId: 'list_changes',
          summary: 'Every change of a table, newest first',
          tags,
          params: ById,
          querystring: Type.Object({
            ...PageQuery,
            document_id: Type.Optional(
              Type.String({ description: 'Of this row alone: the document’s id or file name.' }),
            ),
            undo_token: Type.Optional(Type.String({ description: 'Of this call alone.' })),
          }),
          response: { 200: PageOf('changes', Change), ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, query, caller }) => {
        const table = await getTable(db, caller.workspaceId, params.id)
        const { document_id: documentId, undo_token: undoToken, ...page } = query
        const { rows, nextCursor } = await readHistory(db, table, {
          ...page,
          documentId,
          undoToken,
        })
        return { changes: rows, next_cursor: nextCursor }
      },
    )
  })
}
