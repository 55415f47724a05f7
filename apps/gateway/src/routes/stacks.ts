import { inTransaction } from '@quartermaster/db'
import {
  addDocuments,
  createStack,
  createTable,
  deleteStack,
  getStack,
  listStackDocuments,
  listStacks,
  listTables,
  newRevision,
  removeDocument,
  updateStack,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { Gone } from './shapes.ts'
import { ById, DEADLINE_MS, forWorkspace, Nullable, Title } from './stack-shapes.ts'
import { NewTable, showTable, Table } from './table-shapes.ts'
import { typed } from './typed.ts'

const Name = Title('What people call it.')
const Description = Nullable(
  Type.String({ maxLength: 5000, pattern: '^[^\\x00]*$', description: 'What it is for.' }),
)

const Stack = Type.Object(
  {
    id: Type.String(),
    name: Name,
    description: Description,
    created_at: Instant('When it was made.'),
    updated_at: Instant('When it was last changed.'),
  },
  { description: 'A stack of documents.' },
)
const StackDocument = Type.Object(
  {
    document_id: Type.String(),
    filename: Type.String(),
    mime_type: Nullable(Type.String()),
    has_extraction: Type.Boolean({ description: 'Whether a completed extraction is there.' }),
    added_at: Instant('When it came into the stack.'),
  },
  { description: 'A document of the stack.' },
)
const tags = ['Stacks']

export function stackRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  forWorkspace(app, (scope) => {
    const routes = typed(scope)

    routes.post(
      '/v1/stacks',
      {
        schema: {
          operationId: 'create_stack',
          summary: 'Make a stack',
          tags,
          body: Type.Object({ name: Name, description: Type.Optional(Description) }),
          response: { 201: Stack, ...failures(400, 401, 403) },
        },
      },
      async ({ body, caller }, reply) =>
        reply.code(201).send(await createStack(db, caller.workspaceId, body, clock())),
    )

    routes.get(
      '/v1/stacks',
      {
        schema: {
          operationId: 'list_stacks',
          summary: 'List the stacks',
          tags,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf('stacks', Stack), ...failures(400, 401, 403) },
        },
      },
      async ({ query, caller }) => {
        const { rows, nextCursor } = await listStacks(db, caller.workspaceId, query)
        return { stacks: rows, next_cursor: nextCursor }
      },
    )

    routes.get(
      '/v1/stacks/:id',
      {
        schema: {
          operationId: 'get_stack',
          summary: 'One stack',
          tags,
          params: ById,
          response: { 200: Stack, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }) => getStack(db, caller.workspaceId, params.id),
    )

    routes.patch(
      '/v1/stacks/:id',
      {
        schema: {
          operationId: 'update_stack',
          summary: 'Rename a stack',
          tags,
          params: ById,
          body: Type.Partial(Type.Object({ name: Name, description: Description })),
          response: { 200: Stack, ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, body, caller }) =>
        updateStack(db, caller.workspaceId, params.id, body, clock()),
    )

    routes.delete(
      '/v1/stacks/:id',
      {
        schema: {
          operationId: 'delete_stack',
          summary: 'Remove a stack with its tables; its documents stay',
          tags,
          params: ById,
          response: { 204: Gone, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }, reply) => {
        await deleteStack(db, caller.workspaceId, params.id)
        return reply.code(204).send(null)
      },
    )

    routes.post(
      '/v1/stacks/:id/documents',
      {
        schema: {
          operationId: 'add_documents',
          summary: 'Put documents into a stack',
          tags,
          params: ById,
          body: Type.Object({
            document_ids: Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 }),
          }),
          response: {
            200: Type.Object(
              { added: Type.Integer({ description: 'How many were new to the stack.' }) },
              { description: 'They are in the stack.' },
            ),
            ...failures(400, 401, 403, 404),
          },
        },
      },
      async ({ params, body, caller }) => {
        const added = await inTransaction(db, DEADLINE_MS, (trx) =>
          addDocuments(trx, caller.workspaceId, params.id, body.document_ids, clock()),
        )
        return { added }
      },
    )

    routes.get(
      '/v1/stacks/:id/documents',
      {
        schema: {
          operationId: 'list_stack_documents',
          summary: 'The documents of a stack',
          tags,
          params: ById,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf('documents', StackDocument), ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, query, caller }) => {
        const { id } = await getStack(db, caller.workspaceId, params.id)
        const { rows, nextCursor } = await listStackDocuments(db, caller.workspaceId, id, query)
        const documents = rows.map(({ has_row: _, ...document }) => document)
        return { documents, next_cursor: nextCursor }
      },
    )

    routes.delete(
      '/v1/stacks/:id/documents/:document',
      {
        schema: {
          operationId: 'remove_document',
          summary: 'Take a document out of a stack, and its rows out of the tables',
          tags,
          params: Type.Composite([ById, Type.Object({ document: Type.String() })]),
          response: { 204: Gone, ...failures(401, 403, 404) },
        },
      },
      async ({ params, caller }, reply) => {
        const change = newRevision('remove_document', { caller, now: clock() })
        const place = { stackId: params.id, documentId: params.document }
        await inTransaction(db, DEADLINE_MS, (trx) =>
          removeDocument(trx, caller.workspaceId, place, change),
        )
        return reply.code(204).send(null)
      },
    )

    routes.post(
      '/v1/stacks/:id/tables',
      {
        schema: {
          operationId: 'create_table',
          summary: 'Make a table from a stack',
          tags: ['Tables'],
          params: ById,
          body: NewTable,
          response: { 201: Table, ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, body, caller }, reply) => {
        const table = await createTable(db, caller.workspaceId, params.id, body, clock())
        return reply.code(201).send(showTable(table))
      },
    )

    routes.get(
      '/v1/stacks/:id/tables',
      {
        schema: {
          operationId: 'list_tables',
          summary: 'The tables of a stack',
          tags: ['Tables'],
          params: ById,
          querystring: Type.Object(PageQuery),
          response: { 200: PageOf('tables', Table), ...failures(400, 401, 403, 404) },
        },
      },
      async ({ params, query, caller }) => {
        const { id } = await getStack(db, caller.workspaceId, params.id)
        const { rows, nextCursor } = await listTables(db, caller.workspaceId, id, query)
        return { tables: rows.map(showTable), next_cursor: nextCursor }
      },
    )
  })
}
