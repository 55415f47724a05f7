import { createWorkspace, deleteWorkspace, listWorkspaces, Name } from '@quartermaster/access'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Deleted, Instant } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Workspace = Type.Object(
  {
    id: Type.String({ description: 'Workspace id.' }),
    name: Name,
    created_at: Instant('Creation time.'),
  },
  { description: 'The agents, keys and data of one tenant.' },
)

const tags = ['Workspaces']
const config = { access: 'root' } as const
const act = { ...config, isAct: true } as const

export function workspaceRoutes(
  app: FastifyInstance,
  { database: { db }, keyring }: Services,
): void {
  const routes = typed(app)

  routes.post(
    '/v1/workspaces',
    {
      config: act,
      schema: {
        operationId: 'create_workspace',
        summary: 'Create a workspace',
        description: 'The root key acts in it with the header `x-workspace: NAME`.',
        tags,
        body: Type.Object({ name: Name }),
        response: { 201: Workspace, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { name } = request.body
      const workspace = await performAct(db, request, async (trx) => {
        const after = await createWorkspace(trx, name)
        return { result: after, change: { kind: 'workspace', name, after } }
      })
      return reply.code(201).send(workspace)
    },
  )

  routes.get(
    '/v1/workspaces',
    {
      config,
      schema: {
        operationId: 'list_workspaces',
        summary: 'List workspaces',
        description: 'Lists all workspaces by name.',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('workspaces', Workspace), ...failures(400, 401, 403) },
      },
    },
    async ({ query }) => {
      const { rows, nextCursor } = await listWorkspaces(db, query)
      return { workspaces: rows, next_cursor: nextCursor }
    },
  )

  routes.delete(
    '/v1/workspaces/:name',
    {
      config: act,
      schema: {
        operationId: 'delete_workspace',
        summary: 'Delete a workspace',
        description:
          'Deletes the workspace with its agents, keys, context, stacks, schedules and threads. This cannot be undone. The workspace `default` cannot be deleted.',
        tags,
        params: Type.Object({ name: Name }),
        response: { 204: Deleted, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { name } = request.params
      await performAct(db, request, async (trx) => {
        const before = await deleteWorkspace(trx, name)
        return { result: undefined, change: { kind: 'workspace', name, before } }
      })
      keyring.forget()
      return reply.code(204).send(null)
    },
  )
}
