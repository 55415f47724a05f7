import { randomUUID } from 'node:crypto'
import type { Database } from '@quartermaster/db'
import { isObject } from '@quartermaster/toolkit'
import type { FastifyInstance } from 'fastify'
import { clientName, isTextList } from './clients.ts'
import { saveClient } from './queries/clients.ts'
import { isAllowedRedirect } from './redirect-uris.ts'

type Options = { readonly db: Database; readonly redirectHosts: readonly string[] }

const LIMIT = { max: 20, timeWindow: 60_000 }
const MAX_URIS = 10

/** Dynamic registration (RFC 7591), for clients that return to a listed host. */
export function registerRoute(app: FastifyInstance, { db, redirectHosts }: Options): void {
  app.post(
    '/connect/register',
    { config: { access: 'public', rateLimit: LIMIT }, schema: { hide: true } },
    async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      const { redirect_uris: uris, client_name: name } = isObject(body) ? body : {}
      if (!isTextList(uris) || uris.length === 0 || uris.length > MAX_URIS) {
        return reply.code(400).send({
          error: 'invalid_client_metadata',
          error_description: `redirect_uris must be a list of 1 to ${MAX_URIS} addresses`,
        })
      }
      const refused = uris.find((uri) => !isAllowedRedirect(uri, redirectHosts))
      if (refused !== undefined) {
        const host = URL.parse(refused)?.host ?? refused.slice(0, 100)
        return reply.code(400).send({
          error: 'invalid_redirect_uri',
          error_description: `${host} is not a host to which this gateway returns. The operator can add it to QM_OAUTH_REDIRECT_HOSTS.`,
        })
      }
      const client = { id: randomUUID(), name: clientName(name, uris), redirect_uris: uris }
      await saveClient(db, client)
      return reply.code(201).send({
        client_id: client.id,
        client_id_issued_at: Math.floor(Date.now() / 1000),
        client_name: client.name,
        redirect_uris: uris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      })
    },
  )
}
