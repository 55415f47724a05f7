import { Readable } from 'node:stream'
import {
  exportCsv,
  exportJson,
  getTable,
  importCsv,
  newRevision,
  tableFamily,
} from '@quartermaster/stacks'
import { ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures, replyOf } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { ById, checkMayCall, forWorkspace } from './stack-shapes.ts'
import { typed } from './typed.ts'

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8; header=present', read: exportCsv },
  json: { type: 'application/json; charset=utf-8', read: exportJson },
}

const WholeTable = Type.Object({
  table_id: Type.String(),
  name: Type.String(),
  schema_version: Type.Integer(),
  columns: Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: true })),
  rows: Type.Array(Type.Object({ document_id: Type.String() }, { additionalProperties: true }), {
    description: 'As GET /v1/tables/{id}/rows shows them.',
  }),
})

const Imported = Type.Object(
  {
    success: Type.Literal(true),
    message: Type.String(),
    imported: Type.Integer({ description: 'Rows that were saved.' }),
    warnings: Type.Array(
      Type.Object({ line: Type.Integer(), column: Type.String(), value: Type.String() }),
      { description: 'Cells of number columns that were kept as text; the first 100.' },
    ),
    warning_count: Type.Integer(),
    undo_token: Type.String({ description: 'Takes the import back, with undo_change.' }),
  },
  { description: 'All rows are in.' },
)
const tags = ['Tables']

/** Whole tables out and in: streamed, so that their size does not matter. */
export function tableFileRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  forWorkspace(app, (scope) => {
    typed(scope).get(
      '/v1/tables/:id/export',
      {
        schema: {
          operationId: 'export_table',
          summary: 'The whole table as CSV or JSON',
          tags,
          params: ById,
          querystring: Type.Object({
            format: Type.Union([Type.Literal('csv'), Type.Literal('json')], { default: 'csv' }),
          }),
          response: {
            200: replyOf(
              'CSV (RFC 4180) with the document first, then the columns; a text that a spreadsheet would run has an apostrophe before it. Or a JSON object with the columns and the rows.',
              { 'text/csv': Type.String(), 'application/json': WholeTable },
            ),
            ...failures(400, 401, 403, 404),
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

    // A CSV is read as it comes in; everywhere else a body is JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, body: Readable) => body)

    typed(scope).post(
      '/v1/tables/:id/import',
      {
        schema: {
          operationId: 'import_table',
          summary: 'Rows from a CSV, all or none',
          description:
            'The body is the CSV itself. Its first line names the columns, with the document first: by its id or file name. Each line replaces the row of its document. If a line cannot be read, nothing is imported, and the error lists such lines.',
          tags,
          params: ById,
          consumes: ['text/csv'],
          response: { 200: Imported, ...failures(400, 401, 403, 404, 409, 413) },
        },
      },
      async ({ params, body, caller }) => {
        checkMayCall(caller, tableFamily.general, 'save_table_row')
        const table = await getTable(db, caller.workspaceId, params.id)
        if (table.columns.length === 0) {
          throw new ToolError('conflict', 'The table has no columns yet.', {
            suggestion: 'Define them first: define_columns, or PUT /v1/tables/{id}/columns.',
          })
        }
        const change = newRevision('import', { caller, now: clock() })
        const source = body instanceof Readable ? body : Readable.from([])
        const report = await importCsv(db, table, source, change)
        return {
          success: true as const,
          message: `Imported ${report.imported} rows`,
          ...report,
          undo_token: change.token,
        }
      },
    )
  })
}

/** The name for old readers in plain letters, and for all others as it is. */
function attachment(name: string, extension: string): string {
  const plain = name.replace(/[^\w .-]+/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`
}
