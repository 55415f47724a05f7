import { inTransaction } from '@quartermaster/db'
import {
  addDocuments,
  createDocument,
  createStack,
  createTable,
  deleteStack,
  getStack,
  listStackDocuments,
  listStacks,
  newRevision,
  removeDocument,
  updateStack,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { DEADLINE_MS } from './deadline.ts'
import { Document, NewDocument } from './documents.ts'
import { ById, Deleted, Instant, Nullable, Title } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'
import { NewTable, presentTable, Table } from './tables.ts'

const Name = Title('Stack name.')
const Description = Nullable(
  Type.String({ maxLength: 5000, pattern: '^[^\\x00]*$', description: 'Purpose of the stack.' }),
)

const Stack = Type.Object(
  {
    id: Type.String({ description: 'Stack id.' }),
    name: Name,
    description: Description,
    created_at: Instant('Creation time.'),
    updated_at: Instant('Time of the last change.'),
  },
  { description: 'A stack of documents.' },
)
const NewStack = Type.Object({
  name: Name,
  description: Type.Optional(Description),
  documents: Type.Optional(
    Type.Array(NewDocument, { maxItems: 1000, description: 'Documents to create in the stack.' }),
  ),
  table: Type.Optional(NewTable),
})
const CreatedStack = Type.Composite(
  [
    Stack,
    Type.Object({
      documents: Type.Optional(
        Type.Array(Document, { description: 'The documents that were created.' }),
      ),
      table: Type.Optional(Table),
    }),
  ],
  { description: 'The new stack.' },
)
const StackDocument = Type.Object(
  {
    document_id: Type.String({ description: 'Document id.' }),
    filename: Type.String({ description: 'File name.' }),
    mime_type: Nullable(Type.String({ description: 'Media type.' })),
    has_extraction: Type.Boolean({
      description: 'Whether the document has a completed extraction.',
    }),
    added_at: Instant('Time at which the document was added to the stack.'),
  },
  { description: 'A document of the stack.' },
)
const tags = ['Stacks']

export function stackRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  const routes = typed(app)

  routes.post(
    '/v1/stacks',
    {
      config: { access: { tool: 'save_table_row' }, uses: ['bytes'] },
      schema: {
        operationId: 'create_stack',
        summary: 'Create a stack',
        description:
          'Creates a stack. `documents` adds new documents to it, `table` creates a table; all or nothing.',
        tags,
        body: NewStack,
        response: { 201: CreatedStack, ...failures(400, 401, 403, 413) },
      },
    },
    async ({ body: { documents, table, ...settings }, caller }, reply) => {
      const { workspaceId } = caller
      const now = clock()
      const created = await inTransaction(db, DEADLINE_MS, async (trx) => {
        const stack = await createStack(trx, workspaceId, settings, now)
        const added: Awaited<ReturnType<typeof createDocument>>[] = []
        for (const document of documents ?? []) {
          added.push(await createDocument(trx, workspaceId, document, now))
        }
        const ids = added.map(({ id }) => id)
        if (ids.length > 0) await addDocuments(trx, workspaceId, stack.id, ids, now)
        return {
          ...stack,
          ...(documents && { documents: added }),
          ...(table && {
            table: presentTable(await createTable(trx, workspaceId, stack.id, table, now)),
          }),
        }
      })
      return reply.code(201).send(created)
    },
  )

  routes.get(
    '/v1/stacks',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_stacks',
        summary: 'List stacks',
        description: 'Lists the stacks of the workspace.',
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
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'get_stack',
        summary: 'Get a stack',
        description: 'Returns the name and description of a stack.',
        tags,
        params: ById,
        response: { 200: Stack, ...failures(401, 403, 404, 409) },
      },
    },
    async ({ params, caller }) => getStack(db, caller.workspaceId, params.id),
  )

  routes.patch(
    '/v1/stacks/:id',
    {
      config: { access: { tool: 'save_table_row' } },
      schema: {
        operationId: 'update_stack',
        summary: 'Update a stack',
        description: 'Changes the name or the description.',
        tags,
        params: ById,
        body: Type.Partial(Type.Object({ name: Name, description: Description })),
        response: { 200: Stack, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, body, caller }) =>
      updateStack(db, caller.workspaceId, params.id, body, clock()),
  )

  routes.delete(
    '/v1/stacks/:id',
    {
      config: { access: { tool: ['save_table_row', 'define_columns'] }, isAct: true },
      schema: {
        operationId: 'delete_stack',
        summary: 'Delete a stack',
        description: 'Deletes the stack and its tables. The documents are kept.',
        tags,
        params: ById,
        response: { 204: Deleted, ...failures(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      await performAct(db, request, async (trx) => {
        const before = await getStack(trx, caller.workspaceId, params.id)
        await deleteStack(trx, caller.workspaceId, params.id)
        return { result: undefined, change: { kind: 'stack', name: params.id, before } }
      })
      return reply.code(204).send(null)
    },
  )

  routes.post(
    '/v1/stacks/:id/documents',
    {
      config: { access: { tool: 'save_table_row' }, uses: ['bytes'] },
      schema: {
        operationId: 'add_documents',
        summary: 'Add documents to a stack',
        description: 'Adds documents by id. Documents that are already in the stack are ignored.',
        tags,
        params: ById,
        body: Type.Object({
          document_ids: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: 10_000,
            description: 'Ids of the documents.',
          }),
        }),
        response: {
          200: Type.Object(
            { added: Type.Integer({ description: 'Number of documents that were added.' }) },
            { description: 'The documents are in the stack.' },
          ),
          ...failures(400, 401, 403, 404, 409),
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
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_stack_documents',
        summary: 'List documents of a stack',
        description: 'Lists the documents in the order in which they were added.',
        tags,
        params: ById,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('documents', StackDocument), ...failures(400, 401, 403, 404, 409) },
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
      config: { access: { tool: ['save_table_row', 'define_columns'] }, isAct: true },
      schema: {
        operationId: 'remove_document',
        summary: 'Remove a document from a stack',
        description:
          'Removes the document from the stack, and its row from each table of the stack.',
        tags,
        params: Type.Composite([
          ById,
          Type.Object({ document: Type.String({ description: 'Document id or file name.' }) }),
        ]),
        response: { 204: Deleted, ...failures(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      const revision = newRevision('remove_document', { caller, now: clock() })
      const member = { stack: params.id, document: params.document }
      await performAct(db, request, async (trx) => {
        await removeDocument(trx, caller.workspaceId, member, revision)
        const before = { stack_id: params.id }
        return { result: undefined, change: { kind: 'document', name: params.document, before } }
      })
      return reply.code(204).send(null)
    },
  )
}
