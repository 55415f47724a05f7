import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

type Options = { addressFor: (request: FastifyRequest) => string }

const MAX_HOSTS = 20
const LOCAL = /^(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?$/i

/**
 * Warns once per host name that requests use although descriptors point elsewhere: behind a tunnel,
 * for example, descriptors would contain a loopback address. Bare addresses are ignored, because
 * health checks use them.
 */
export default fp<Options>(
  async (app, { addressFor }) => {
    const seen = new Set<string>()
    app.addHook('onRequest', (request, _reply, done) => {
      const { host } = request
      if (!seen.has(host) && seen.size < MAX_HOSTS) {
        seen.add(host)
        const url = addressFor(request)
        if (!LOCAL.test(host) && URL.parse(url)?.host !== host) {
          app.log.warn(
            { host, publicUrl: url },
            'requests arrive under a host name that is not in the public URL; descriptors contain the public URL. Set QM_PUBLIC_URL to the address that clients use',
          )
        }
      }
      done()
    })
  },
  { name: 'host-warning' },
)
