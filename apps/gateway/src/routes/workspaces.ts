import {
  createWorkspace,
  deleteWorkspace,
  findOwnQuotas,
  getWorkspace,
  listWorkspaces,
  lockWorkspace,
  Name,
  type OwnQuotas,
  saveOwnQuotas,
  updateWorkspace,
  type Workspace as WorkspaceRow,
} from '@quartermaster/access'
import { QUOTAS, type Quota } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Deleted, Instant } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const ContextDeletion = Type.Union([Type.Literal('readers'), Type.Literal('writer')], {
  description:
    'Who can delete a key with delete_context: `readers`, every agent that can read or pushed it (default); `writer`, only the agent that pushed it last, and the root key.',
})

const Workspace = Type.Object(
  {
    id: Type.String({ description: 'Workspace id.' }),
    name: Name,
    context_deletion: ContextDeletion,
    created_at: Instant('Creation time.'),
  },
  { description: 'The agents, keys and data of one tenant.' },
)

const LARGEST_QUOTA = 2 ** 50

/** The same member for each quota. */
const forEachQuota = <Value>(memberOf: (quota: Quota) => Value) =>
  Object.fromEntries(QUOTAS.map((quota) => [quota, memberOf(quota)])) as Record<Quota, Value>

const MEANING: Readonly<Record<Quota, string>> = {
  keys: 'Context keys that have a value.',
  bytes:
    'Stored bytes of context values, documents, extractions, cells and messages, after compression.',
  rows: 'Rows of tables.',
  schedules: 'Active schedules.',
}

const QuotaState = (description: string) =>
  Type.Object(
    {
      used: Type.Integer({ description: 'Counted for this answer.' }),
      limit: Type.Integer({ description: 'The limit in effect; 0 for none.' }),
      is_default: Type.Boolean({ description: 'The limit is the default of the configuration.' }),
    },
    { description },
  )

const WorkspaceWithQuotas = Type.Object(
  {
    ...Workspace.properties,
    quotas: Type.Object(
      forEachQuota((quota) => QuotaState(MEANING[quota])),
      { description: 'How much the workspace stores, and how much it may.' },
    ),
  },
  { description: 'The workspace with its quotas.' },
)

const NewQuotas = Type.Object(
  forEachQuota((quota) =>
    Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: LARGEST_QUOTA }), Type.Null()], {
        description: `${MEANING[quota]} 0 for no limit, null for the default.`,
      }),
    ),
  ),
  { additionalProperties: false, description: 'Limits to change; the others stay.' },
)

const tags = ['Workspaces']
const config = { access: 'root' } as const
const act = { ...config, isAct: true } as const

export function workspaceRoutes(
  app: FastifyInstance,
  { database: { db }, keyring, quotas }: Services,
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

  async function withQuotas(workspace: WorkspaceRow, own: OwnQuotas) {
    const { id } = workspace
    const used = await quotas.count(id)
    const limits = quotas.limitsOf(id)
    const states = forEachQuota((quota) => ({
      used: used[quota] ?? 0,
      limit: limits[quota],
      is_default: own[quota] === null,
    }))
    return { ...workspace, quotas: states }
  }

  routes.get(
    '/v1/workspaces/:name',
    {
      config,
      schema: {
        operationId: 'get_workspace',
        summary: 'Get a workspace',
        description: 'Returns the workspace with its quotas, and counts how much of them is used.',
        tags,
        params: Type.Object({ name: Name }),
        response: { 200: WorkspaceWithQuotas, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params }) => {
      const workspace = await getWorkspace(db, params.name)
      return withQuotas(workspace, await findOwnQuotas(db, workspace.id))
    },
  )

  routes.patch(
    '/v1/workspaces/:name',
    {
      config: act,
      schema: {
        operationId: 'update_workspace',
        summary: 'Change a workspace',
        description:
          'Changes who may delete context keys, and limits how much the workspace may store. What it already stores stays; only further writes are refused. Other gateways know the new limits within seconds.',
        tags,
        params: Type.Object({ name: Name }),
        body: Type.Object(
          {
            quotas: Type.Optional(NewQuotas),
            context_deletion: Type.Optional(ContextDeletion),
          },
          { additionalProperties: false },
        ),
        response: { 200: WorkspaceWithQuotas, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { name } = request.params
      const { quotas: changes, context_deletion } = request.body
      const { workspace, own } = await performAct(db, request, async (trx) => {
        const before = await lockWorkspace(trx, name)
        const after =
          context_deletion === undefined
            ? before
            : await updateWorkspace(trx, before.id, { context_deletion })
        const ownBefore = await findOwnQuotas(trx, before.id)
        const own = { ...ownBefore, ...changes }
        if (changes !== undefined) await saveOwnQuotas(trx, before.id, own)
        const change = {
          kind: 'workspace',
          name,
          before: { ...before, quotas: ownBefore },
          after: { ...after, quotas: own },
        }
        return { result: { workspace: after, own }, change }
      })
      await quotas.refresh()
      return withQuotas(workspace, own)
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
