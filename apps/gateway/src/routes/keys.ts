import { listKeys, revokeKey } from '@quartermaster/access'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Instant, PageOf, PageQuery } from './page.ts'
import { Gone } from './shapes.ts'
import { typed } from './typed.ts'

const orNull = (description: string) => Type.Union([Instant(description), Type.Null()])

const Key = Type.Object(
  {
    id: Type.String(),
    agent: Type.String({ description: 'Whose it is.' }),
    paths: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The only paths it reaches; null = all of the agent’s tools.',
    }),
    created_at: Instant('When it was made.'),
    expires_at: orNull('When it ends.'),
    revoked_at: orNull('When it was revoked.'),
  },
  { description: 'A key, without its secret, which is kept nowhere.' },
)

const tags = ['Keys']
const config = { rootOnly: true } as const

export function keyRoutes(app: FastifyInstance, { database: { db }, keyring }: Services): void {
  const routes = typed(app)

  routes.get(
    '/v1/keys',
    {
      config,
      schema: {
        operationId: 'list_keys',
        summary: 'List the keys',
        tags,
        querystring: Type.Object(PageQuery),
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
      config,
      schema: {
        operationId: 'revoke_key',
        summary: 'Revoke a key, at once and for good',
        tags,
        params: Type.Object({ id: Type.String() }),
        response: { 204: Gone, ...failures(400, 401, 403, 404) },
      },
    },
    async ({ params, caller }, reply) => {
      await revokeKey(db, caller.workspaceId, params.id)
      keyring.forget()
      return reply.code(204).send(null)
    },
  )
}
