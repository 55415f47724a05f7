import { inTransaction } from '@quartermaster/db'
import {
  COLUMN_TYPES,
  ColumnDefinitions,
  createTable,
  defineColumns,
  deleteTable,
  getStack,
  getTable,
  listTables,
  newRevision,
  renameTable,
  type StackTable,
} from '@quartermaster/stacks'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import {
  countWorkspaceTables,
  listWorkspaceTables,
  TABLE_ORDERS,
} from '../queries/workspace-tables.ts'
import type { Services } from '../services.ts'
import { DEADLINE_MS } from './deadline.ts'
import { ById, Deleted, Instant, Nullable, Title } from './schema/fields.ts'
import {
  ListOf,
  ListQuery,
  listRequest,
  namesOf,
  PageOf,
  PageQuery,
  totalOf,
} from './schema/page.ts'
import { typed } from './schema/typed.ts'

const TableName = Title('Table name.')

const Column = Type.Object({
  name: Type.String({ description: 'Column name.' }),
  argument: Type.String({ description: 'Name of the column in the arguments of the tools.' }),
  type: Type.Union(
    COLUMN_TYPES.map((type) => Type.Literal(type)),
    { description: 'Column type.' },
  ),
  description: Type.Optional(Type.String({ description: 'What the column contains.' })),
})

export const Table = Type.Object(
  {
    id: Type.String({ description: 'Table id.' }),
    stack_id: Type.String({ description: 'The stack whose documents are the rows.' }),
    name: TableName,
    mode: Type.Union([Type.Literal('auto'), Type.Literal('custom')], {
      description: 'auto: an agent defines the columns; custom: the operator does.',
    }),
    columns: Type.Array(Column, { description: 'The columns in order.' }),
    schema_version: Type.Integer({ description: 'Incremented when the columns change.' }),
    status: Type.Union([Type.Literal('in_progress'), Type.Literal('completed')], {
      description: 'Whether an agent has marked the table as completed.',
    }),
    completed_at: Nullable(Instant('Completion time.')),
    completed_by: Nullable(Type.String({ description: 'The agent that completed the table.' })),
    created_at: Instant('Creation time.'),
    updated_at: Instant('Time of the last change of the table, not of its rows.'),
  },
  { description: 'A table with one row per document of its stack.' },
)

const ListedTable = Type.Object(
  {
    id: Type.String({ description: 'Table id.' }),
    name: TableName,
    stack_id: Type.String({ description: 'Stack id.' }),
    stack: Type.String({ description: 'Stack name.' }),
    mode: Table.properties.mode,
    columns: Type.Array(Type.String(), { description: 'Column names in order.' }),
    documents: Type.Integer({ description: 'Number of documents in the stack.' }),
    rows: Type.Integer({ description: 'Number of documents that have a row.' }),
    status: Table.properties.status,
    created_at: Instant('Creation time.'),
  },
  { description: 'A table and its progress.' },
)

export const NewTable = Type.Object({
  name: TableName,
  mode: Type.Union([Type.Literal('auto'), Type.Literal('custom')], {
    description: 'auto: an agent defines the columns; custom: `custom_columns` does.',
  }),
  custom_columns: Type.Optional(
    Type.Array(Type.Union([Type.String(), ColumnDefinitions.items]), {
      description: 'For the mode custom: column names, or columns with their types.',
    }),
  ),
})

const tags = ['Tables']

export function tableRoutes(app: FastifyInstance, { database: { db }, clock }: Services): void {
  const routes = typed(app)

  routes.post(
    '/v1/stacks/:id/tables',
    {
      config: { access: { tool: 'save_table_row' } },
      schema: {
        operationId: 'create_table',
        summary: 'Create a table',
        description: 'Creates a table with one row per document of the stack.',
        tags,
        params: ById,
        body: NewTable,
        response: { 201: Table, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, body, caller }, reply) => {
      const table = await createTable(db, caller.workspaceId, params.id, body, clock())
      return reply.code(201).send(presentTable(table))
    },
  )

  routes.get(
    '/v1/stacks/:id/tables',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_tables',
        summary: 'List tables of a stack',
        description: 'Lists the tables of one stack with their columns.',
        tags,
        params: ById,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('tables', Table), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, query, caller }) => {
      const { id } = await getStack(db, caller.workspaceId, params.id)
      const { rows, nextCursor } = await listTables(db, caller.workspaceId, id, query)
      return { tables: rows.map(presentTable), next_cursor: nextCursor }
    },
  )

  routes.get(
    '/v1/tables',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'list_workspace_tables',
        summary: 'List tables',
        description: 'Lists all tables of the workspace by name, with their progress.',
        tags,
        querystring: Type.Object({
          ...ListQuery(namesOf(TABLE_ORDERS), 'their name or the name of their stack'),
          name: Type.Optional(Type.String({ description: 'Only tables with this name.' })),
        }),
        response: { 200: ListOf('tables', ListedTable), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { workspaceId } = caller
      const request = listRequest(query)
      const { rows, nextCursor } = await listWorkspaceTables(db, workspaceId, request)
      const total = await totalOf(query, () => countWorkspaceTables(db, workspaceId, request))
      const tables = rows.map(({ completed_at, ...table }) => ({
        ...table,
        status: statusOf(completed_at),
      }))
      return { tables, next_cursor: nextCursor, ...total }
    },
  )

  routes.get(
    '/v1/tables/:id',
    {
      config: { access: { tool: 'read_rows' } },
      schema: {
        operationId: 'get_table',
        summary: 'Get a table',
        description: 'Returns the table with its columns, without its rows.',
        tags,
        params: ById,
        response: { 200: Table, ...failures(401, 403, 404, 409) },
      },
    },
    async ({ params, caller }) => presentTable(await getTable(db, caller.workspaceId, params.id)),
  )

  routes.patch(
    '/v1/tables/:id',
    {
      config: { access: { tool: 'save_table_row' } },
      schema: {
        operationId: 'rename_table',
        summary: 'Rename a table',
        description: 'Changes the name of the table.',
        tags,
        params: ById,
        body: Type.Object({ name: TableName }),
        response: { 200: Table, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async ({ params, body, caller }) =>
      presentTable(await renameTable(db, caller.workspaceId, params.id, body.name, clock())),
  )

  routes.delete(
    '/v1/tables/:id',
    {
      config: { access: { tool: ['save_table_row', 'define_columns'] }, isAct: true },
      schema: {
        operationId: 'delete_table',
        summary: 'Delete a table',
        description: 'Deletes the table with its rows and its history. This cannot be undone.',
        tags,
        params: ById,
        response: { 204: Deleted, ...failures(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      await performAct(db, request, async (trx) => {
        const { id, name, columns } = await getTable(trx, caller.workspaceId, params.id)
        await deleteTable(trx, caller.workspaceId, params.id)
        const before = { name, columns }
        return { result: undefined, change: { kind: 'table', name: id, before } }
      })
      return reply.code(204).send(null)
    },
  )

  routes.put(
    '/v1/tables/:id/columns',
    {
      config: { access: { tool: ['save_table_row', 'define_columns'] } },
      schema: {
        operationId: 'set_columns',
        summary: 'Set the columns of a table',
        description:
          'Works in both modes. Columns that keep their name keep their values; the values of removed columns stay in the history.',
        tags,
        params: ById,
        body: Type.Object({ columns: ColumnDefinitions }),
        response: {
          200: Type.Composite(
            [
              Table,
              Type.Object({
                undo_token: Type.String({ description: 'Reverts the change with undo_change.' }),
              }),
            ],
            { description: 'The table with its new columns.' },
          ),
          ...failures(400, 401, 403, 404, 409),
        },
      },
    },
    async ({ params, body, caller }) => {
      const revision = newRevision('set_columns', { caller, now: clock() })
      const { id } = await getTable(db, caller.workspaceId, params.id)
      const table = await inTransaction(db, DEADLINE_MS, (trx) =>
        defineColumns(trx, caller.workspaceId, id, body.columns, revision),
      )
      return { ...presentTable(table), undo_token: revision.token }
    },
  )
}

const statusOf = (completedAt: Date | null) =>
  completedAt === null ? ('in_progress' as const) : ('completed' as const)

export const presentTable = (table: StackTable) => ({
  id: table.id,
  stack_id: table.stackId,
  name: table.name,
  mode: table.mode,
  columns: table.columns.map(({ id: _, key, ...column }) => ({ ...column, argument: key })),
  schema_version: table.version,
  status: statusOf(table.completedAt),
  completed_at: table.completedAt,
  completed_by: table.completedBy,
  created_at: table.createdAt,
  updated_at: table.updatedAt,
})
