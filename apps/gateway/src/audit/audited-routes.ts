import type { RouteOptions } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is an administrative act, which its handler runs with `performAct`. */
    isAct?: true
  }
  interface FastifyRequest {
    isActRecorded: boolean
  }
}

/**
 * Ensures that administrative routes are recorded: one that does not declare `isAct` fails at start, and
 * one that succeeds without a record logs an error.
 */
export default fp(
  async (app) => {
    app.decorateRequest('isActRecorded', false)
    const routes: RouteOptions[] = []
    app.addHook('onRoute', (route) => {
      routes.push(route)
    })
    app.addHook('onReady', async () => {
      const silent = routes.find((route) => isAdministrative(route) && !route.config?.isAct)
      if (silent) throw new Error(`${silent.method} ${silent.url} must declare isAct`)
    })
    app.addHook('onResponse', (request, reply, done) => {
      const { isAct } = request.routeOptions.config
      if (isAct && reply.statusCode < 300 && !request.isActRecorded) {
        request.log.error({ url: request.routeOptions.url }, 'an act has no audit record')
      }
      done()
    })
  },
  { name: 'audited-routes' },
)

const READS = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

/** Every change that needs the root key, and every deletion. Tool calls are in the call log instead. */
function isAdministrative({ method, config }: RouteOptions): boolean {
  if (config?.callLog !== undefined || config?.access === 'public') return false
  const changes = [method].flat().filter((name) => !READS.includes(name))
  return changes.includes('DELETE') || (changes.length > 0 && config?.access === 'root')
}
