import {
  createAgent,
  createKey,
  deleteAgent,
  getAgent,
  listAgents,
  Name,
  type NewAgent,
  updateAgent,
} from '@quartermaster/access'
import { DELIVERY_KINDS, readDeliverTo } from '@quartermaster/delivery'
import { ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { ExpiresIn, Gone, secondsFrom, ToolLimits } from './shapes.ts'
import { typed } from './typed.ts'

// What each kind needs is read once the kind is known, so that the error is about that kind.
const DeliverTo = Type.Object(
  { kind: Type.Union(DELIVERY_KINDS.map((kind) => Type.Literal(kind))) },
  { additionalProperties: true },
)

const Settings = {
  ...ToolLimits,
  role: Type.Union([Name, Type.Null()], { description: 'A role whose limits hold as well.' }),
  letta_agent_id: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
    description: 'The agent of this name on the Letta server.',
  }),
  deliver_to: Type.Unsafe<NewAgent['deliver_to']>(
    Type.Union([DeliverTo, Type.Null()], {
      description: 'Where prompts for this agent are delivered; its inbox unless told.',
    }),
  ),
}

const Agent = Type.Object(
  {
    id: Type.String(),
    name: Name,
    ...Settings,
    deliver_to: Type.Unsafe<unknown>(Settings.deliver_to),
    created_at: Instant('When it was made.'),
    updated_at: Instant('When it was last changed.'),
  },
  { description: 'An agent of a workspace.' },
)
const ByName = Type.Object({ name: Name })
const NewKey = Type.Object(
  {
    id: Type.String({ description: 'Names the key, for example to revoke it.' }),
    key: Type.String({ description: 'The key itself: shown this once.' }),
    expires_at: Type.Union([Instant('When it ends.'), Type.Null()]),
  },
  { description: 'A new key.' },
)

const tags = ['Agents']
const config = { rootOnly: true } as const

export function agentRoutes(
  app: FastifyInstance,
  { database: { db }, keyring, clock }: Services,
): void {
  const routes = typed(app)

  routes.post(
    '/v1/agents',
    {
      config,
      schema: {
        operationId: 'create_agent',
        summary: 'Register an agent',
        tags,
        body: Type.Composite([ByName, Type.Partial(Type.Object(Settings))]),
        response: { 201: Agent, ...failures(400, 401, 403, 409) },
      },
    },
    async ({ body, caller }, reply) => {
      if (body.name === 'root') {
        throw new ToolError('conflict', "The name 'root' is the operator's own.")
      }
      checkDeliverTo(body.deliver_to)
      return reply.code(201).send(await createAgent(db, caller.workspaceId, body))
    },
  )

  routes.get(
    '/v1/agents',
    {
      config,
      schema: {
        operationId: 'list_agents',
        summary: 'List the agents',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: PageOf('agents', Agent), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { rows, nextCursor } = await listAgents(db, caller.workspaceId, query)
      return { agents: rows, next_cursor: nextCursor }
    },
  )

  routes.get(
    '/v1/agents/:name',
    {
      config,
      schema: {
        operationId: 'get_agent',
        summary: 'One agent',
        tags,
        params: ByName,
        response: { 200: Agent, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }) => getAgent(db, caller.workspaceId, params.name),
  )

  routes.patch(
    '/v1/agents/:name',
    {
      config,
      schema: {
        operationId: 'update_agent',
        summary: 'Change an agent',
        tags,
        params: ByName,
        body: Type.Partial(Type.Object(Settings)),
        response: { 200: Agent, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, body, caller }) => {
      checkDeliverTo(body.deliver_to)
      const agent = await updateAgent(db, caller.workspaceId, params.name, body)
      keyring.forget()
      return agent
    },
  )

  routes.delete(
    '/v1/agents/:name',
    {
      config,
      schema: {
        operationId: 'delete_agent',
        summary: 'Remove an agent and its keys',
        tags,
        params: ByName,
        response: { 204: Gone, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }, reply) => {
      await deleteAgent(db, caller.workspaceId, params.name)
      keyring.forget()
      return reply.code(204).send(null)
    },
  )

  routes.post(
    '/v1/agents/:name/keys',
    {
      config,
      schema: {
        operationId: 'create_key',
        summary: 'Make a key for an agent',
        tags: ['Keys'],
        params: ByName,
        body: Type.Object({ expires_in: Type.Optional(ExpiresIn) }),
        response: { 201: NewKey, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, body, caller }, reply) => {
      const expiresAt = body.expires_in === undefined ? null : secondsFrom(clock(), body.expires_in)
      const key = await createKey(db, caller.workspaceId, params.name, { expiresAt })
      return reply.code(201).send({ ...key, expires_at: expiresAt })
    },
  )
}

function checkDeliverTo(deliverTo: unknown): void {
  if (deliverTo === undefined || deliverTo === null) return
  const read = readDeliverTo(deliverTo)
  if ('problem' in read) throw new ToolError('invalid_input', read.problem)
}
