import type { Keyring } from '@quartermaster/access'
import { type Caller, ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The key as it was sent: descriptors give it back to the one who asked. */
    apiKey: string
  }
  interface FastifyContextConfig {
    /** Needs no key. Everything that does not say so does. */
    public?: true
    /** For the operator's key alone. */
    rootOnly?: true
    /** Open to keys that are limited to some tools, which reach nothing else. */
    limitedKeys?: true
  }
}

type Options = { keyring: Keyring }

export default fp<Options>(
  async (app, { keyring }) => {
    app.decorateRequest('caller')
    app.decorateRequest('apiKey', '')

    app.addHook('onRequest', async (request) => {
      const { public: isPublic, rootOnly, limitedKeys } = request.routeOptions.config
      if (isPublic) return

      request.apiKey = sentKey(request)
      request.caller = await keyring.authenticate(request.apiKey, {
        workspace: headerText(request, 'x-workspace'),
        agent: headerText(request, 'x-agent'),
      })
      if (rootOnly && !request.caller.isRoot) {
        throw new ToolError('forbidden', 'Only the root key may do this.')
      }
      if (!limitedKeys && request.caller.access.paths !== null) {
        throw new ToolError('forbidden', 'This key reaches its own tools only.')
      }
    })
  },
  { name: 'auth' },
)

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
