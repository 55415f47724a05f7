import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

type Options = { origins: readonly string[] }

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-api-key, x-agent, x-workspace, x-schema-version, idempotency-key, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id',
  'access-control-max-age': '600',
}
const EXPOSED =
  'etag, idempotency-replayed, retry-after, x-key, x-key-expires, x-key-id, x-request-id'

/** Lets web pages of these origins call the gateway. Without any, it does nothing. */
export default fp<Options>(
  async (app, { origins }) => {
    if (origins.length === 0) return

    app.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      reply.header('vary', 'origin')
      if (origin === undefined || !origins.includes(origin)) return
      reply.header('access-control-allow-origin', origin)
      if (!isPreflight(request)) reply.header('access-control-expose-headers', EXPOSED)
      else await reply.code(204).headers(PREFLIGHT).send()
    })
  },
  { name: 'cors' },
)

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
