import { Readable } from 'node:stream'
import { exportCsv, exportJson, getTable, importCsv, newRevision } from '@quartermaster/stacks'
import { countOf, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures, replyOf } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { ById } from './schema/fields.ts'
import { typed } from './schema/typed.ts'

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8; header=present', read: exportCsv },
  json: { type: 'application/json; charset=utf-8', read: exportJson },
}

const WholeTable = Type.Object({
  table_id: Type.String({ description: 'Table id.' }),
  name: Type.String({ description: 'Table name.' }),
  schema_version: Type.Integer({ description: 'Incremented when the columns change.' }),
  columns: Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: true }), {
    description: 'The columns in order.',
  }),
  rows: Type.Array(Type.Object({ document_id: Type.String() }, { additionalProperties: true }), {
    description: 'The rows in the form of GET /v1/tables/{id}/rows.',
  }),
})

const Imported = Type.Object(
  {
    success: Type.Literal(true),
    message: Type.String({ description: 'The result as a sentence.' }),
    imported: Type.Integer({ description: 'Number of rows that were saved.' }),
    warnings: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Line of the CSV.' }),
        column: Type.String({ description: 'Column name.' }),
        value: Type.String({ description: 'The text that was saved.' }),
      }),
      { description: 'The first 100 values of number columns that were saved as text.' },
    ),
    warning_count: Type.Integer({ description: 'Number of all warnings.' }),
    undo_token: Type.String({ description: 'Reverts the import with undo_change.' }),
  },
  { description: 'All rows were imported.' },
)
const tags = ['Tables']

/**
 * An export is streamed. An import is received as a whole, into a temporary file, before it opens a
 * transaction. Neither depends on the memory of the process.
 */
export function tableFileRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  app.register(async (scope) => {
    typed(scope).get(
      '/v1/tables/:id/export',
      {
        config: { access: { tool: 'read_rows' } },
        schema: {
          operationId: 'export_table',
          summary: 'Export a table',
          description: 'Streams the whole table as CSV or JSON.',
          tags,
          params: ById,
          querystring: Type.Object({
            format: Type.Union([Type.Literal('csv'), Type.Literal('json')], {
              default: 'csv',
              description: 'File format.',
            }),
          }),
          response: {
            200: replyOf(
              'CSV (RFC 4180): the document followed by the columns; text that a spreadsheet would evaluate is prefixed with an apostrophe. Or a JSON object with the columns and the rows.',
              { 'text/csv': Type.String(), 'application/json': WholeTable },
            ),
            ...failures(400, 401, 403, 404, 409),
          },
        },
      },
      async ({ params, query, caller }, reply) => {
        const table = await getTable(db, caller.workspaceId, params.id)
        const { type, read } = FORMATS[query.format]
        reply.type(type).header('content-disposition', attachment(table.name, query.format))
        return reply.send(Readable.from(read(db, table)))
      },
    )

    // The body of an import is a CSV stream; all other routes take JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, body: Readable) => body)

    typed(scope).post(
      '/v1/tables/:id/import',
      {
        config: { access: { tool: 'save_table_row' }, uses: ['rows', 'bytes'] },
        schema: {
          operationId: 'import_table',
          summary: 'Import rows into a table',
          description:
            'The body is the CSV itself. The first line contains the column names, the first column the document id or file name. Each line replaces the row of its document. If any line is invalid, nothing is imported and the error lists the invalid lines. At most three imports of a workspace run at the same time; further ones get 503 with Retry-After. An upload of less than 4096 bytes per second is given up.',
          tags,
          params: ById,
          consumes: ['text/csv'],
          response: { 200: Imported, ...failures(400, 401, 403, 404, 409, 413, 503, 504) },
        },
      },
      async ({ params, body, caller }) => {
        const table = await getTable(db, caller.workspaceId, params.id)
        if (table.columns.length === 0) {
          throw new ToolError('conflict', 'The table has no columns yet.', {
            suggestion: 'Define them first with define_columns or PUT /v1/tables/{id}/columns.',
          })
        }
        const revision = newRevision('import', { caller, now: clock() })
        const source = body instanceof Readable ? body : Readable.from([])
        const report = await importCsv(db, table, source, revision)
        return {
          success: true as const,
          message: `Imported ${countOf(report.imported, 'row')}`,
          ...report,
          undo_token: revision.token,
        }
      },
    )
  })
}

/** `filename` is ASCII for old clients; `filename*` carries the real name (RFC 6266). */
function attachment(name: string, extension: string): string {
  const plain = name.replace(/[^\w .-]+/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`
}
