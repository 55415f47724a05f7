import type { ActAs, Keyring, Sessions } from '@quartermaster/access'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { checkRouteAccess, enforceRouteAccess, mayUse, type RouteAccess } from './route-access.ts'
import { checkOwnPage, sessionToken } from './session-cookie.ts'
import { limitUnknownKeys } from './unknown-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The key as it was sent: descriptors return it to the caller. Empty in a session. */
    apiKey: string
    /** The token of a session of the console. */
    sessionToken?: string
  }
  interface FastifyInstance {
    /** Checks again that the key or the session of a request is valid, or lets root act as another. */
    authenticateAgain(request: FastifyRequest, as?: ActAs): Promise<Caller>
    /** The operations of the OpenAPI document that a caller may use. */
    listOperations(caller: Caller): string[]
  }
  interface FastifyContextConfig {
    /** Required: a route without it fails at start. */
    access?: RouteAccess
  }
}

type Options = { keyring: Keyring; sessions: Sessions; publicUrl: () => string }

/** Identifies the caller by the key and enforces the route's `access` rule. */
export default fp<Options>(
  async (app, { keyring, sessions, publicUrl }) => {
    app.decorateRequest('caller')
    app.decorateRequest('apiKey', '')
    app.decorateRequest('sessionToken')
    app.decorate('authenticateAgain', ({ apiKey, sessionToken }: FastifyRequest, as?: ActAs) =>
      sessionToken === undefined
        ? keyring.authenticate(apiKey, as)
        : sessions.authenticate(sessionToken, as),
    )
    app.decorate('listOperations', (caller: Caller) =>
      routes
        .filter(({ config }) => mayUse(config?.access ?? 'root', caller))
        .flatMap(({ schema }) => (schema as { operationId?: string })?.operationId ?? []),
    )

    // Checked once all plugins are loaded: some of them add the rule in an `onRoute` hook.
    const routes: RouteOptions[] = []
    app.addHook('onReady', async () => {
      const open = routes.find(({ config }) => config?.access === undefined)
      if (open) throw new Error(`${open.method} ${open.url} declares no access rule`)
    })

    app.addHook('onRoute', (route) => {
      routes.push(route)
      if (route.config?.access)
        checkRouteAccess(route.config.access, `${route.method} ${route.url}`)
    })

    const unknownKeys = limitUnknownKeys()
    // A callback instead of an async hook: the caller of a verified key is known synchronously.
    app.addHook('onRequest', (request, _reply, done) => {
      // Unknown paths have no route and so no rule.
      const { access = 'any-key' } = request.routeOptions.config
      if (access === 'public') return done()

      const admit = (caller: Caller) => {
        request.caller = caller
        enforceRouteAccess(access, caller)
        done()
      }
      try {
        const internalCall = app.internalCalls.find(request)
        if (internalCall !== undefined) {
          request.internalCall = internalCall
          request.apiKey = internalCall.apiKey
          return admit(internalCall.caller)
        }
        request.apiKey = sentKey(request)
        const as = {
          workspace: headerText(request, 'x-workspace'),
          agent: headerText(request, 'x-agent'),
        }
        if (request.apiKey === '') {
          const token = sessionToken(request)
          if (token !== undefined) {
            checkOwnPage(request, publicUrl())
            request.sessionToken = token
            sessions.authenticate(token, as).then(admit).catch(done)
            return
          }
        }
        const verified = keyring.findVerified(request.apiKey, as)
        if (verified !== undefined) return admit(verified)
        unknownKeys.check(request)
        keyring
          .authenticate(request.apiKey, as)
          .then(admit)
          .catch((error) => {
            unknownKeys.count(request, error)
            done(error)
          })
      } catch (error) {
        done(error as Error)
      }
    })
  },
  { name: 'auth', dependencies: ['internal-calls'] },
)

function sentKey(request: FastifyRequest): string {
  const direct = request.headers['x-api-key']
  if (typeof direct === 'string' && direct !== '') {
    if (!/^Bearer /i.test(direct)) return direct
    throw new ToolError('unauthorized', 'The x-api-key header begins with Bearer.', {
      suggestion: 'Send a valid key alone as "x-api-key: KEY", or as "Authorization: Bearer KEY".',
    })
  }
  const { authorization = '' } = request.headers
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (bearer !== undefined || authorization === '') return bearer ?? ''
  throw new ToolError('unauthorized', explainAuthorization(authorization))
}

// Only these names are echoed in the response: the first word of the header may be a key.
const OTHER_SCHEMES =
  /^(Basic|Digest|Token|ApiKey|Negotiate|NTLM|HOBA|Mutual|DPoP|AWS4-HMAC-SHA256) /i

function explainAuthorization(authorization: string): string {
  const [, scheme] = OTHER_SCHEMES.exec(authorization) ?? []
  if (scheme !== undefined) return `The authentication scheme '${scheme}' is not supported.`
  return /^Bearer\b/i.test(authorization)
    ? 'The Authorization header has no key after Bearer.'
    : 'The Authorization header does not begin with Bearer.'
}

/** HTTP hands header bytes over as Latin-1; names are UTF-8. */
function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  return Buffer.from(value, 'latin1').toString('utf8')
}
