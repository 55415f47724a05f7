import OAuth2Server from '@node-oauth/oauth2-server'
import { inTransaction } from '@quartermaster/db'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAct } from '../audit/perform-act.ts'
import type { Catalog } from '../catalog.ts'
import { PUBLIC_LIMIT } from '../http/rate-limit.ts'
import type { Services } from '../services.ts'
import { type OfferedTool, selectTools } from '../tool-call/select-tools.ts'
import {
  type AuthorizationRequest,
  type Refused,
  readAuthorization,
} from './authorization-request.ts'
import type { Clients } from './clients.ts'
import { type ConsentPage, consentPage, consentPolicy, errorPage } from './consent-page.ts'
import type { Form } from './form.ts'
import { ISSUER_PATH } from './metadata-routes.ts'
import { oauthServer } from './model.ts'
import { libraryRequest } from './token-routes.ts'

type Options = {
  readonly catalog: Catalog
  readonly services: Services
  readonly clients: Clients
  readonly publicUrl: () => string
}

// A person needs two requests; many more indicate somebody trying keys.
const KEY_LIMIT = { max: 10, timeWindow: 60_000 }

const TIMEOUT_MS = 15_000

/** The page on which a person enters a key, sees the tools that it gives access to, and allows their use. */
export function authorizeRoutes(app: FastifyInstance, options: Options): void {
  const { clients, publicUrl } = options
  const issuer = () => publicUrl() + ISSUER_PATH

  app.get(
    '/connect/authorize',
    { config: { access: 'public', rateLimit: PUBLIC_LIMIT }, schema: { hide: true } },
    async (request, reply) => {
      const authorization = await readAuthorization(request.query as Form, clients, publicUrl())
      return 'client' in authorization
        ? sendPage(reply, authorization, {})
        : refuse(reply, authorization, issuer())
    },
  )

  app.post(
    '/connect/authorize',
    {
      config: { access: 'public', rateLimit: KEY_LIMIT },
      schema: { hide: true },
      errorHandler: showTooMany,
    },
    async (request, reply) => {
      const { key = '', decision, ...fields } = (request.body ?? {}) as Form
      const authorization = await readAuthorization(fields, clients, publicUrl())
      if (!('client' in authorization)) return refuse(reply, authorization, issuer())
      if (decision === 'cancel') {
        const { redirectUri, state } = authorization
        return refuse(reply, { redirectUri, state, error: 'access_denied' }, issuer())
      }
      try {
        const opened = await open(options, authorization, key)
        if (decision === 'allow') return await allow(options, request, reply, authorization, opened)
        const { agent, workspace } = opened.caller
        const tools = opened.tools.map(({ name, tool }) => ({ name, effect: tool.effect }))
        return sendPage(reply, authorization, { chosen: { key, agent, workspace, tools } })
      } catch (error) {
        if (!(error instanceof ToolError) || error.status >= 500) throw error
        return sendPage(reply.code(error.status), authorization, { error: error.message })
      }
    },
  )
}

/** A person reads this error, so it is a page. The browser's Back button restores the form. */
function showTooMany(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof ToolError) || error.code !== 'rate_limited') throw error
  const { 'retry-after': seconds = '60' } = error.headers
  reply.code(error.status).header('retry-after', seconds)
  sendHtml(
    reply,
    errorPage('Too many keys were entered', {
      problem: `Only ${KEY_LIMIT.max} keys can be entered a minute.`,
      advice: `Wait ${seconds} seconds, go back, and enter the key again.`,
    }),
    consentPolicy(),
  )
}

type Opened = { readonly caller: Caller; readonly tools: readonly OfferedTool[] }

/** The tools of the requested connection that a key may call. */
async function open(
  options: Options,
  { resource }: AuthorizationRequest,
  key: string,
): Promise<Opened> {
  const caller = await options.services.keyring.authenticate(key.trim())
  if (caller.isRoot) {
    throw new ToolError(
      'forbidden',
      'This is the root key, which is not given to programs. Enter the key of an agent: POST /v1/agents/NAME/keys creates one.',
    )
  }
  const offered = await selectTools(options, caller, resource.subjects, resource.tools)
  const tools = offered.filter(({ isPermitted }) => isPermitted)
  if (tools.length > 0) return { caller, tools }
  throw new ToolError('forbidden', `Agent '${caller.agent}' may call none of these tools.`)
}

async function allow(
  { services, clients, publicUrl }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, resource }: AuthorizationRequest,
  { caller, tools }: Opened,
): Promise<FastifyReply> {
  const { keyring } = services
  const { db } = services.database
  const paths = tools.map(({ path }) => path)
  const consent = { keyId: caller.keyId, resource: resource.uri, paths }
  const response = new OAuth2Server.Response()
  const { id, ip } = request
  await inTransaction(db, TIMEOUT_MS, async (trx) => {
    const server = oauthServer({ db: trx, clients, keyring }, consent)
    await server.authorize(libraryRequest(request), response)
    const after = {
      client_id: client.id,
      resource: resource.uri,
      tools: tools.map(({ name }) => name),
    }
    const change = { kind: 'oauth_grant', name: client.name, after }
    await recordAct(trx, 'allow_oauth_client', { caller, id, ip }, change)
  })
  const location = new URL(response.get('location'))
  location.searchParams.set('iss', publicUrl() + ISSUER_PATH)
  return redirect(reply, location)
}

const redirect = (reply: FastifyReply, location: URL): FastifyReply =>
  reply
    .code(303)
    .headers({
      location: location.href,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send()

/** Errors go to the client only at an address that it has registered. */
function refuse(reply: FastifyReply, refused: Refused, issuer: string): FastifyReply {
  if ('message' in refused) {
    const page = errorPage('This connection cannot be made', {
      problem: refused.message,
      advice: 'Close this page and start again in the program that sent you here.',
    })
    return sendHtml(reply.code(400), page, consentPolicy())
  }
  const location = new URL(refused.redirectUri)
  location.searchParams.set('error', refused.error)
  if (refused.description) location.searchParams.set('error_description', refused.description)
  if (refused.state !== undefined) location.searchParams.set('state', refused.state)
  location.searchParams.set('iss', issuer)
  return redirect(reply, location)
}

function sendPage(
  reply: FastifyReply,
  { client, redirectUri, fields }: AuthorizationRequest,
  more: Pick<ConsentPage, 'error' | 'chosen'>,
): FastifyReply {
  const { host, origin } = new URL(redirectUri)
  const page = consentPage({ clientName: client.name, returnsTo: host, fields, ...more })
  return sendHtml(reply, page, consentPolicy(origin))
}

const sendHtml = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .serializer(String)
    .send(html)
