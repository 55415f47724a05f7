import { inTransaction } from '@quartermaster/db'
import {
  createDocument,
  deleteDocument,
  documentFamily,
  ExtractedFields,
  FieldScores,
  getDocument,
  listDocuments,
  listExtractions,
  newRevision,
  saveExtraction,
  tableFamily,
  updateDocument,
  updateExtraction,
} from '@quartermaster/stacks'
import type { Caller } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { Gone } from './shapes.ts'
import { ById, checkMayCall, DEADLINE_MS, forWorkspace, Nullable, Title } from './stack-shapes.ts'
import { typed } from './typed.ts'

const MimeType = Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e ]+$' })
const Text = Type.String({ description: 'What the document says.' })

const Document = Type.Object(
  {
    id: Type.String(),
    filename: Title('Its file name.'),
    mime_type: Nullable(MimeType),
    created_at: Instant('When it was made.'),
    updated_at: Instant('When it was last changed.'),
  },
  { description: 'A document.' },
)
const WholeDocument = Type.Composite([Document, Type.Object({ text: Nullable(Text) })], {
  description: 'A document with its text.',
})
const Settings = {
  mime_type: Type.Optional(Nullable(MimeType)),
  text: Type.Optional(Nullable(Text)),
}

const Status = Type.Union([Type.Literal('in_progress'), Type.Literal('completed')])
const Extraction = Type.Object(
  {
    id: Type.String(),
    status: Status,
    extracted_fields: Type.Unsafe<Record<string, unknown>>(ExtractedFields),
    confidence_scores: FieldScores,
    made_by: Type.String({ description: 'Which agent.' }),
    created_at: Instant('When it was begun.'),
    completed_at: Nullable(Instant('When it was completed.')),
  },
  { description: 'What was extracted from a document at one time.' },
)
const NewExtraction = Type.Object({
  status: Type.Optional(Status),
  extracted_fields: Type.Optional(ExtractedFields),
  confidence_scores: Type.Optional(FieldScores),
})
const tags = ['Documents']

const mayExtract = (caller: Caller) =>
  checkMayCall(caller, documentFamily.general, 'save_extracted_data')

export function documentRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  forWorkspace(app, (scope) => {
    const routes = typed(scope)

    routes.post(
      '/v1/documents',
      {
        schema: {
          operationId: 'create_document',
          summary: 'Add a document',
          tags,
          body: Type.Object({ filename: Title('Its file name.'), ...Settings }),
          response: { 201: Document, ...failures(400, 401, 403, 413) },
        },
      },
      async ({ body, caller }, reply) =>
        reply.code(201).send(await createDocument(db, caller.workspaceId, body, clock())),
    )

    routes.get(
      '/v1/documents',
      {
        schema: {
          operationId: 'list_documents_of_workspace',
          summary: 'List the documents',
          tags,
          querystring: Type.Object({ ...PageQuery, filename: Type.Optional(Type.String()) }),
          response: { 200: PageOf('documents', Document), ...failures(400, 401, 403) },
        },
      },
      async ({ query, caller }) => {
        const { rows, nextCursor } = await listDocuments(db, caller.workspaceId, query)
        return { documents: rows, next_cursor: nextCursor }
      },
    )

    routes.get(
      '/v1/documents/:id',
      {
        schema: {
          operationId: 'get_document',
          summary: 'One document, with its text',
          tags,
          params: ById,
          response: { 200: WholeDocument, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }) => getDocument(db, caller.workspaceId, params.id),
    )

    routes.patch(
      '/v1/documents/:id',
      {
        schema: {
          operationId: 'update_document',
          summary: 'Rename a document, or change its text',
          tags,
          params: ById,
          body: Type.Object({ filename: Type.Optional(Title('Its file name.')), ...Settings }),
          response: { 200: Document, ...failures(400, 401, 403, 404, 413) },
        },
      },
      async ({ params, body, caller }) =>
        updateDocument(db, caller.workspaceId, params.id, body, clock()),
    )

    routes.delete(
      '/v1/documents/:id',
      {
        schema: {
          operationId: 'delete_document',
          summary: 'Remove a document, its extractions and its rows',
          tags,
          params: ById,
          response: { 204: Gone, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }, reply) => {
        const change = newRevision('delete_document', { caller, now: clock() })
        await inTransaction(db, DEADLINE_MS, (trx) =>
          deleteDocument(trx, caller.workspaceId, params.id, change),
        )
        return reply.code(204).send(null)
      },
    )

    routes.post(
      '/v1/documents/:id/extractions',
      {
        schema: {
          operationId: 'create_extraction',
          summary: 'Begin an extraction, or add a completed one',
          tags,
          params: ById,
          body: NewExtraction,
          response: { 201: Extraction, ...failures(400, 401, 403, 404, 413) },
        },
      },
      async ({ params, body, caller }, reply) => {
        mayExtract(caller)
        const made = { by: caller.agent, now: clock() }
        const extraction = await saveExtraction(db, caller.workspaceId, params.id, body, made)
        return reply.code(201).send(extraction)
      },
    )

    routes.get(
      '/v1/documents/:id/extractions',
      {
        schema: {
          operationId: 'list_extractions',
          summary: 'The extractions of a document, newest first',
          tags,
          params: ById,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf('extractions', Extraction), ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, query, caller }) => {
        checkMayCall(caller, tableFamily.general, 'read_document_extraction')
        await getDocument(db, caller.workspaceId, params.id)
        const { rows, nextCursor } = await listExtractions(db, caller.workspaceId, params.id, query)
        return { extractions: rows, next_cursor: nextCursor }
      },
    )

    routes.patch(
      '/v1/documents/:id/extractions/:extraction',
      {
        schema: {
          operationId: 'update_extraction',
          summary: 'Add to an extraction, or complete it',
          tags,
          params: Type.Composite([ById, Type.Object({ extraction: Type.String() })]),
          body: NewExtraction,
          response: { 200: Extraction, ...failures(400, 401, 403, 404, 409, 413) },
        },
      },
      async ({ params, body, caller }) => {
        mayExtract(caller)
        const which = { documentId: params.id, id: params.extraction }
        return inTransaction(db, DEADLINE_MS, (trx) =>
          updateExtraction(trx, caller.workspaceId, which, body, clock()),
        )
      },
    )
  })
}
