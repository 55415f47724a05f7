import { createKey, listKeys, Name, revokeKey } from '@quartermaster/access'
import type { Database } from '@quartermaster/db'
import type { Caller } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Deleted, ExpiresIn, Instant, Nullable, secondsFrom } from './schema/fields.ts'
import { PageOf, PageQuery } from './schema/page.ts'
import { typed } from './schema/typed.ts'

const Key = Type.Object(
  {
    id: Type.String({ description: 'Key id.' }),
    agent: Type.String({ description: 'The agent that the key belongs to.' }),
    paths: Nullable(
      Type.Array(Type.String(), {
        description: 'The only tool paths the key may call; null for all tools of the agent.',
      }),
    ),
    created_at: Instant('Creation time.'),
    last_used_at: Nullable(Instant('Time of the last use, within a minute; null if unused.')),
    expires_at: Nullable(Instant('Expiry time; null if the key does not expire.')),
    revoked_at: Nullable(Instant('Revocation time; null if the key was not revoked.')),
  },
  { description: 'A key without its secret. Only a hash of the secret is stored.' },
)

export const NewKey = Type.Object(
  {
    id: Type.String({ description: 'Key id, for example to revoke the key.' }),
    key: Type.String({ description: 'The key itself. It is not shown again.' }),
    expires_at: Nullable(Instant('Expiry time; null if the key does not expire.')),
  },
  { description: 'The new key.' },
)

const Paths = Type.Array(
  Type.String({ pattern: '^/v1/([^/]+/){0,2}tools/[^/]+$', maxLength: 1000 }),
  {
    minItems: 1,
    maxItems: 1000,
    description:
      'The only tool paths that the key may call, for example ["/v1/tools/get_context"]; GET /v1/agents/{name}/tools lists them. Default: all tools of the agent.',
  },
)

const tags = ['Keys']
const config = { access: 'root' } as const
const act = { ...config, isAct: true } as const

export function keyRoutes(
  app: FastifyInstance,
  { database: { db }, keyring, clock }: Services,
): void {
  const routes = typed(app)

  routes.post(
    '/v1/agents/:name/keys',
    {
      config: act,
      schema: {
        operationId: 'create_key',
        summary: 'Create a key for an agent',
        description: 'The key is shown once, in this response.',
        tags,
        params: Type.Object({ name: Name }),
        body: Type.Object({ expires_in: Type.Optional(ExpiresIn), paths: Type.Optional(Paths) }),
        response: { 201: NewKey, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { params, body, caller } = request
      const key = await performAct(db, request, async (trx) => {
        const { name: agent } = params
        const result = await issueKey(trx, caller, agent, body, clock())
        const after = { agent, paths: body.paths ?? null, expires_at: result.expires_at }
        return { result, change: { kind: 'key', name: result.id, after } }
      })
      return reply.code(201).header('cache-control', 'no-store').send(key)
    },
  )

  routes.get(
    '/v1/keys',
    {
      config,
      schema: {
        operationId: 'list_keys',
        summary: 'List keys',
        description: 'Lists the keys of all agents of the workspace, newest first.',
        tags,
        querystring: Type.Object({
          ...PageQuery,
          agent: Type.Optional(
            Type.String({ maxLength: 255, description: 'Only keys of this agent.' }),
          ),
        }),
        response: { 200: PageOf('keys', Key), ...failures(400, 401, 403) },
      },
    },
    async ({ query, caller }) => {
      const { rows, nextCursor } = await listKeys(db, caller.workspaceId, query)
      return { keys: rows, next_cursor: nextCursor }
    },
  )

  routes.delete(
    '/v1/keys/:id',
    {
      config: act,
      schema: {
        operationId: 'revoke_key',
        summary: 'Revoke a key',
        description: 'Takes effect immediately and cannot be undone.',
        tags,
        params: Type.Object({ id: Type.String({ description: 'Key id.' }) }),
        response: { 204: Deleted, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { params, caller } = request
      await performAct(db, request, async (trx) => {
        const after = await revokeKey(trx, caller.workspaceId, params.id)
        const before = { ...after, revoked_at: null }
        return { result: undefined, change: { kind: 'key', name: params.id, before, after } }
      })
      keyring.forget()
      return reply.code(204).send(null)
    },
  )
}

type Wanted = { expires_in?: number; paths?: string[] }

/** A new key of an agent. `expires_in` is in seconds. */
export async function issueKey(
  db: Database,
  { workspaceId }: Caller,
  agent: string,
  { expires_in, paths }: Wanted,
  now: Date,
) {
  const expiresAt = expires_in === undefined ? null : secondsFrom(now, expires_in)
  const key = await createKey(db, workspaceId, agent, { expiresAt, paths: paths ?? null })
  return { ...key, expires_at: expiresAt }
}
