import { inTransaction } from '@quartermaster/db'
import {
  ExtractedFields,
  FieldScores,
  getDocument,
  listExtractions,
  saveExtraction,
  updateExtraction,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { DEADLINE_MS } from './deadline.ts'
import { ById, Instant, Nullable } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Status = Type.Union([Type.Literal('in_progress'), Type.Literal('completed')], {
  description: 'Tools only read completed extractions.',
})
const Extraction = Type.Object(
  {
    id: Type.String({ description: 'Extraction id.' }),
    status: Status,
    extracted_fields: Type.Unsafe<Record<string, unknown>>(ExtractedFields),
    confidence_scores: FieldScores,
    made_by: Type.String({ description: 'The agent that created it.' }),
    created_at: Instant('Creation time.'),
    completed_at: Nullable(Instant('Completion time.')),
  },
  { description: 'Fields extracted from a document.' },
)
const NewExtraction = Type.Object({
  status: Type.Optional(Status),
  extracted_fields: Type.Optional(ExtractedFields),
  confidence_scores: Type.Optional(FieldScores),
})
const tags = ['Documents']

export function extractionRoutes(
  app: FastifyInstance,
  { database: { db }, clock }: Services,
): void {
  const routes = typed(app)

  routes.post(
    '/v1/documents/:id/extractions',
    {
      config: { access: { tool: ['save_table_row', 'save_extracted_data'] }, uses: ['bytes'] },
      schema: {
        operationId: 'create_extraction',
        summary: 'Create an extraction',
        description: 'Starts an extraction, or adds a completed one.',
        tags,
        params: ById,
        body: NewExtraction,
        response: { 201: Extraction, ...failures(400, 401, 403, 404, 409, 413) },
      },
    },
    async ({ params, body, caller }, reply) => {
      const author = { by: caller.agent, now: clock() }
      const extraction = await saveExtraction(db, caller.workspaceId, params.id, body, author)
      return reply.code(201).send(extraction)
    },
  )

  routes.get(
    '/v1/documents/:id/extractions',
    {
      config: { access: { tool: ['read_rows', 'read_document_extraction'] } },
      schema: {
        operationId: 'list_extractions',
        summary: 'List extractions of a document',
        description: 'Lists the extractions, newest first.',
        tags,
        params: ById,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('extractions', Extraction), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, query, caller }) => {
      await getDocument(db, caller.workspaceId, params.id)
      const { rows, nextCursor } = await listExtractions(db, caller.workspaceId, params.id, query)
      return { extractions: rows, next_cursor: nextCursor }
    },
  )

  routes.patch(
    '/v1/documents/:id/extractions/:extraction',
    {
      config: { access: { tool: ['save_table_row', 'save_extracted_data'] }, uses: ['bytes'] },
      schema: {
        operationId: 'update_extraction',
        summary: 'Update an extraction',
        description: 'Adds fields to an extraction, or marks it as completed.',
        tags,
        params: Type.Composite([
          ById,
          Type.Object({ extraction: Type.String({ description: 'Extraction id.' }) }),
        ]),
        body: NewExtraction,
        response: { 200: Extraction, ...failures(400, 401, 403, 404, 409, 413) },
      },
    },
    async ({ params, body, caller }) => {
      const which = { document: params.id, id: params.extraction }
      return inTransaction(db, DEADLINE_MS, (trx) =>
        updateExtraction(trx, caller.workspaceId, which, body, clock()),
      )
    },
  )
}
