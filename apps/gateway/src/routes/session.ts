import type { Caller } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { PUBLIC_LIMIT } from '../http/rate-limit.ts'
import { checkOwnPage, sessionCookie, sessionToken } from '../http/session-cookie.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { selectTools } from '../tool-call/select-tools.ts'
import { Deleted, Instant, Nullable } from './schema/fields.ts'
import { typed } from './schema/typed.ts'

const Names = (description: string) => Type.Array(Type.String(), { description })

const Session = Type.Object(
  {
    workspace: Type.String({ description: 'The workspace in which the session acts.' }),
    agent: Type.String({ description: 'The agent as which it acts; `root` for the operator.' }),
    key_id: Type.String({ description: 'Key id; `root` for the root key.' }),
    is_root: Type.Boolean({ description: 'Whether the session belongs to the root key.' }),
    expires_at: Nullable(Instant('End of the session; null for a request with a key.')),
    tools: Names('Names of the tools that may be called without a table, document or thread.'),
    operations: Names('Ids of the operations of the OpenAPI document that may be used.'),
  },
  { description: 'The signed-in key and what it may do.' },
)

type Options = { catalog: Catalog; services: Services; publicUrl: () => string }

/** The session of the console: a cookie that scripts cannot read, in exchange for a key. */
export function sessionRoutes(app: FastifyInstance, options: Options): void {
  const routes = typed(app)
  const { sessions } = options.services
  const tags = ['Keys']

  const describe = async (caller: Caller, expiresAt: Date | undefined) => ({
    workspace: caller.workspace,
    agent: caller.agent,
    key_id: caller.keyId,
    is_root: caller.isRoot,
    expires_at: expiresAt ?? null,
    tools: (await selectTools(options, caller, {}))
      .filter(({ isPermitted }) => isPermitted)
      .map(({ name }) => name),
    operations: app.listOperations(caller),
  })

  routes.post(
    '/v1/session',
    {
      config: { access: 'public', rateLimit: PUBLIC_LIMIT },
      schema: {
        operationId: 'create_session',
        summary: 'Sign in to the console',
        description:
          'Exchanges a key for a session of 24 hours. The cookie is HttpOnly and SameSite=Strict. The session ends when the key is revoked or expires.',
        tags,
        security: [],
        body: Type.Object({ key: Type.String({ maxLength: 1000, description: 'The key.' }) }),
        response: { 201: Session, ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      checkOwnPage(request, options.publicUrl())
      const { token, expiresAt, caller } = await sessions.open(request.body.key.trim())
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('set-cookie', sessionCookie(request, token, expiresAt))
      return reply.send(await describe(caller, expiresAt))
    },
  )

  routes.get(
    '/v1/session',
    {
      config: { access: 'any-key' },
      schema: {
        operationId: 'get_session',
        summary: 'Get the session',
        description: 'Returns the signed-in key, and what it may do.',
        tags,
        response: { 200: Session, ...failures(401) },
      },
    },
    async (request, reply) => {
      const { caller, sessionToken: token } = request
      reply.header('cache-control', 'no-store')
      return describe(caller, token === undefined ? undefined : await sessions.findExpiry(token))
    },
  )

  routes.delete(
    '/v1/session',
    {
      config: { access: 'public', rateLimit: PUBLIC_LIMIT },
      schema: {
        operationId: 'delete_session',
        summary: 'Sign out of the console',
        description: 'Ends the session of the cookie, if there is one.',
        tags,
        security: [],
        response: { 204: Deleted, ...failures(403) },
      },
    },
    async (request, reply) => {
      checkOwnPage(request, options.publicUrl())
      const token = sessionToken(request)
      if (token !== undefined) await sessions.close(token)
      return reply.code(204).header('set-cookie', sessionCookie(request)).send(null)
    },
  )
}
