import {
  countDocuments,
  createDocument,
  DOCUMENT_ORDERS,
  deleteDocument,
  getDocument,
  listDocuments,
  newRevision,
  updateDocument,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { ById, Deleted, Instant, Nullable, Title } from './schema/fields.ts'
import { ListOf, ListQuery, listRequest, namesOf, totalOf } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const MimeType = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e ]+$',
  description: 'Media type, for example application/pdf.',
})
const Text = Type.String({ description: 'The text of the document.' })

export const Document = Type.Object(
  {
    id: Type.String({ description: 'Document id.' }),
    filename: Title('File name.'),
    mime_type: Nullable(MimeType),
    created_at: Instant('Creation time.'),
    updated_at: Instant('Time of the last change.'),
  },
  { description: 'A document without its text.' },
)
const WholeDocument = Type.Composite([Document, Type.Object({ text: Nullable(Text) })], {
  description: 'A document with its text.',
})
const Settings = {
  mime_type: Type.Optional(Nullable(MimeType)),
  text: Type.Optional(Nullable(Text)),
}
export const NewDocument = Type.Object({ filename: Title('File name.'), ...Settings })

const tags = ['Documents']

export function documentRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  const routes = typed(app)

  routes.post(
    '/v1/documents',
    {
      config: { access: { tool: 'save_table_row' }, uses: ['bytes'] },
      schema: {
        operationId: 'create_document',
        summary: 'Create a document',
        description:
          'Adds a document to the workspace. POST /v1/stacks/{id}/documents adds it to a stack.',
        tags,
        body: NewDocument,
        response: { 201: Document, ...failures(400, 401, 403, 413) },
      },
    },
    async ({ body, caller }, reply) =>
      reply.code(201).send(await createDocument(db, caller.workspaceId, body, clock())),
  )

  routes.get(
    '/v1/documents',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_documents_of_workspace',
        summary: 'List documents',
        description: 'Lists the documents of the workspace without their text.',
        tags,
        querystring: Type.Object({
          ...ListQuery(namesOf(DOCUMENT_ORDERS), 'their file name'),
          filename: Type.Optional(
            Type.String({ description: 'Only documents with this file name.' }),
          ),
        }),
        response: { 200: ListOf('documents', Document), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { workspaceId } = caller
      const request = listRequest(query)
      const { rows, nextCursor } = await listDocuments(db, workspaceId, request)
      const total = await totalOf(query, () => countDocuments(db, workspaceId, request))
      return { documents: rows, next_cursor: nextCursor, ...total }
    },
  )

  routes.get(
    '/v1/documents/:id',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'get_document',
        summary: 'Get a document',
        description: 'Returns the document with its text.',
        tags,
        params: ById,
        response: { 200: WholeDocument, ...failures(401, 403, 404, 409) },
      },
    },
    async ({ params, caller }) => getDocument(db, caller.workspaceId, params.id),
  )

  routes.patch(
    '/v1/documents/:id',
    {
      config: { access: { tool: 'save_table_row' }, uses: ['bytes'] },
      schema: {
        operationId: 'update_document',
        summary: 'Update a document',
        description: 'Changes the file name, the media type or the text.',
        tags,
        params: ById,
        body: Type.Object({ filename: Type.Optional(Title('File name.')), ...Settings }),
        response: { 200: Document, ...failures(400, 401, 403, 404, 409, 413) },
      },
    },
    async ({ params, body, caller }) =>
      updateDocument(db, caller.workspaceId, params.id, body, clock()),
  )

  routes.delete(
    '/v1/documents/:id',
    {
      config: { access: { tool: ['save_table_row', 'define_columns'] }, isAct: true },
      schema: {
        operationId: 'delete_document',
        summary: 'Delete a document',
        description: 'Deletes the document with its extractions and its rows in all tables.',
        tags,
        params: ById,
        response: { 204: Deleted, ...failures(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      const revision = newRevision('delete_document', { caller, now: clock() })
      await performAct(db, request, async (trx) => {
        const { filename } = await getDocument(trx, caller.workspaceId, params.id)
        await deleteDocument(trx, caller.workspaceId, params.id, revision)
        const before = { filename }
        return { result: undefined, change: { kind: 'document', name: params.id, before } }
      })
      return reply.code(204).send(null)
    },
  )
}
