import { deleteRole, listRoles, Name, saveRole } from '@quartermaster/access'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { Gone, ToolLimits } from './shapes.ts'
import { typed } from './typed.ts'

const Role = Type.Object(
  { name: Name, ...ToolLimits, created_at: Instant('When it was made.') },
  {
    description: 'Limits that agents share. An agent with a role that is not there may do nothing.',
  },
)
const ByName = Type.Object({ name: Name })

const tags = ['Agents']
const config = { rootOnly: true } as const

export function roleRoutes(app: FastifyInstance, { database: { db } }: Services): void {
  const routes = typed(app)

  routes.put(
    '/v1/roles/:name',
    {
      config,
      schema: {
        operationId: 'save_role',
        summary: 'Make a role, or change its limits',
        tags,
        params: ByName,
        body: Type.Partial(Type.Object(ToolLimits)),
        response: { 200: Role, ...failures(400, 401, 403) },
      },
    },
    async ({ params, body, caller }) => saveRole(db, caller.workspaceId, { ...body, ...params }),
  )

  routes.get(
    '/v1/roles',
    {
      config,
      schema: {
        operationId: 'list_roles',
        summary: 'List the roles',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('roles', Role), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { rows, nextCursor } = await listRoles(db, caller.workspaceId, query)
      return { roles: rows, next_cursor: nextCursor }
    },
  )

  routes.delete(
    '/v1/roles/:name',
    {
      config,
      schema: {
        operationId: 'delete_role',
        summary: 'Remove a role',
        tags,
        params: ByName,
        response: { 204: Gone, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }, reply) => {
      await deleteRole(db, caller.workspaceId, params.name)
      return reply.code(204).send(null)
    },
  )
}
