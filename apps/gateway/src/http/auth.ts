import type { Keyring } from '@quartermaster/access'
import type { Caller } from '@quartermaster/toolkit'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type AccessRule, checkRule, enforceRule } from './access-rule.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The key as it was sent: descriptors return it to the caller. */
    apiKey: string
  }
  interface FastifyContextConfig {
    /** Required: a route without it fails at start. */
    access?: AccessRule
    /** Deprecated: `access: 'public'`. */
    public?: true
    /** Deprecated: `access: 'root'`. */
    rootOnly?: true
    /** Deprecated: `access: 'any-key'`. */
    limitedKeys?: true
  }
}

type Options = { keyring: Keyring }

/** Identifies the caller by the key and enforces the route's `access` rule. */
export default fp<Options>(
  async (app, { keyring }) => {
    app.decorateRequest('caller')
    app.decorateRequest('apiKey', '')

    app.addHook('onRoute', (route) => {
      const access = route.config?.access ?? legacyRule(route.config)
      checkRule(access, `${route.method} ${route.url}`)
      route.config = { ...route.config, access }
    })

    app.addHook('onRequest', async (request) => {
      // Unknown paths have no route and so no rule.
      const { access = 'any-key' } = request.routeOptions.config
      if (access === 'public') return

      request.apiKey = sentKey(request)
      request.caller = await keyring.authenticate(request.apiKey, {
        workspace: headerText(request, 'x-workspace'),
        agent: headerText(request, 'x-agent'),
      })
      enforceRule(access, request.caller)
    })
  },
  { name: 'auth' },
)

// Until all routes declare `access`.
function legacyRule(config: FastifyContextConfig = {}): AccessRule {
  if (config.public) return 'public'
  if (config.rootOnly) return 'root'
  return config.limitedKeys ? 'any-key' : 'workspace'
}

function sentKey(request: FastifyRequest): string {
  const direct = request.headers['x-api-key']
  if (typeof direct === 'string' && direct !== '') return direct
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return bearer
}

/** HTTP hands header bytes over as Latin-1; names are UTF-8. */
function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  return Buffer.from(value, 'latin1').toString('utf8')
}
