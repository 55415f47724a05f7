import {
  deleteRole,
  findRole,
  listRoles,
  Name,
  saveRole,
  warnOfUnknownTools,
} from '@quartermaster/access'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Deleted, Instant, ToolLimits } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Role = Type.Object(
  { name: Name, ...ToolLimits, created_at: Instant('Creation time.') },
  {
    description:
      'Tool limits shared by agents. An agent whose role does not exist may not call any tool.',
  },
)
const ByName = Type.Object({ name: Name })

const tags = ['Agents']
const config = { access: 'root' } as const
const act = { ...config, isAct: true } as const

const SavedRole = Type.Composite(
  [
    Role,
    Type.Object({
      warnings: Type.Optional(
        Type.Array(Type.String(), { description: 'Names in the lists that no tool has.' }),
      ),
    }),
  ],
  { description: 'The saved role.' },
)

export function roleRoutes(
  app: FastifyInstance,
  { database: { db } }: Services,
  toolNames: () => Promise<readonly string[]>,
): void {
  const routes = typed(app)

  routes.put(
    '/v1/roles/:name',
    {
      config: act,
      schema: {
        operationId: 'save_role',
        summary: 'Create or update a role',
        description: 'Creates the role, or replaces the given limits of an existing one.',
        tags,
        params: ByName,
        body: Type.Partial(Type.Object(ToolLimits)),
        response: { 200: SavedRole, ...failures(400, 401, 403) },
      },
    },
    async (request) => {
      const { params, body, caller } = request
      const role = await performAct(db, request, async (trx) => {
        const before = await findRole(trx, caller.workspaceId, params.name)
        const after = await saveRole(trx, caller.workspaceId, { ...body, ...params })
        return { result: after, change: { kind: 'role', name: params.name, before, after } }
      })
      const warnings = warnOfUnknownTools(body, await toolNames())
      return { ...role, ...(warnings.length > 0 && { warnings }) }
    },
  )

  routes.get(
    '/v1/roles',
    {
      config,
      schema: {
        operationId: 'list_roles',
        summary: 'List roles',
        description: 'Lists the roles of the workspace by name.',
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
      config: act,
      schema: {
        operationId: 'delete_role',
        summary: 'Delete a role',
        description: 'Agents that still have the role may not call any tool afterwards.',
        tags,
        params: ByName,
        response: { 204: Deleted, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      await performAct(db, request, async (trx) => {
        const before = await deleteRole(trx, caller.workspaceId, params.name)
        return { result: undefined, change: { kind: 'role', name: params.name, before } }
      })
      return reply.code(204).send(null)
    },
  )
}
