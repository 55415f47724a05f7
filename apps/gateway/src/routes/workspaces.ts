import { createWorkspace, listWorkspaces, Name } from '@quartermaster/access'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { typed } from './typed.ts'

const Workspace = Type.Object(
  { id: Type.String(), name: Name, created_at: Instant('When it was made.') },
  { description: 'A workspace: agents, keys and data of one tenant.' },
)

const tags = ['Workspaces']
const config = { rootOnly: true } as const

export function workspaceRoutes(app: FastifyInstance, { database: { db } }: Services): void {
  const routes = typed(app)

  routes.post(
    '/v1/workspaces',
    {
      config,
      schema: {
        operationId: 'create_workspace',
        summary: 'Make a workspace',
        tags,
        body: Type.Object({ name: Name }),
        response: { 201: Workspace, ...failures(400, 401, 403, 409) },
      },
    },
    async ({ body }, reply) => reply.code(201).send(await createWorkspace(db, body.name)),
  )

  routes.get(
    '/v1/workspaces',
    {
      config,
      schema: {
        operationId: 'list_workspaces',
        summary: 'List the workspaces',
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
}
