import OAuth2Server from '@node-oauth/oauth2-server'
import { type Keyring, readKey } from '@quartermaster/access'
import { type Database, inTransaction } from '@quartermaster/db'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PUBLIC_LIMIT } from '../http/rate-limit.ts'
import type { Clients } from './clients.ts'
import type { Form } from './form.ts'
import { hashOf, oauthServer } from './model.ts'
import { findAccessKey, findRefreshToken, revokeAccessKey, revokeGrant } from './queries/grants.ts'

type Options = {
  readonly db: Database
  readonly clients: Clients
  readonly keyring: Keyring
}

const TIMEOUT_MS = 15_000

export function tokenRoutes(app: FastifyInstance, { db, clients, keyring }: Options): void {
  /** Revokes a token of this client; does nothing for any other text. */
  async function revoke(token: string, clientId: string): Promise<void> {
    const refresh = await findRefreshToken(db, hashOf(token))
    if (refresh?.clientId === clientId) {
      await inTransaction(db, TIMEOUT_MS, (trx) => revokeGrant(trx, refresh.grantId))
      return keyring.forget()
    }
    const key = readKey(token)
    if (typeof key !== 'object') return
    const access = await findAccessKey(db, key.id, key.hash)
    if (access?.clientId !== clientId) return
    await revokeAccessKey(db, key.id)
    keyring.forget()
  }

  const options = {
    config: { access: 'public', rateLimit: PUBLIC_LIMIT },
    schema: { hide: true },
  } as const

  app.post('/connect/token', options, async (request, reply) => {
    const body = (request.body ?? {}) as Form
    const server = oauthServer({ db, clients, keyring, resource: body.resource })
    const response = new OAuth2Server.Response()
    try {
      await server.token(libraryRequest(request), response)
      return reply.headers(response.headers ?? {}).send(response.body)
    } catch (error) {
      return sendOAuthError(request, reply, error)
    }
  })

  /** Revocation (RFC 7009). A refresh token ends the whole grant, an access token only itself. */
  app.post('/connect/revoke', options, async (request, reply) => {
    const { token, client_id: clientId } = (request.body ?? {}) as Form
    if (token === undefined || clientId === undefined) {
      return reply.code(400).send({
        error: 'invalid_request',
        error_description: 'token and client_id are required',
      })
    }
    await revoke(token, clientId)
    // An unknown token is not an error: the client wants it to be invalid, and it is.
    return reply.code(200).send({})
  })
}

export const libraryRequest = ({ method, headers, body, query }: FastifyRequest) =>
  new OAuth2Server.Request({
    method,
    headers: headers as Record<string, string>,
    query: (query ?? {}) as Record<string, string>,
    body: body ?? {},
  })

function sendOAuthError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const isKnown = error instanceof OAuth2Server.OAuthError && error.code < 500
  if (!isKnown) request.log.error({ err: error }, 'a token request failed')
  return reply
    .code(isKnown ? error.code : 500)
    .header('cache-control', 'no-store')
    .send({
      error: isKnown ? error.name : 'server_error',
      error_description: isKnown ? error.message : 'Something went wrong in the gateway.',
    })
}
