import fp from 'fastify-plugin'

type Options = { publicUrl: () => string }

const MAX_HOSTS = 20
const LOCAL = /^(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?$/i

/**
 * Warns once for each host name under which requests arrive although descriptors point elsewhere:
 * behind a tunnel, for example, they would contain a loopback address. Bare addresses are ignored,
 * because health checks use them.
 */
export default fp<Options>(
  async (app, { publicUrl }) => {
    const seen = new Set<string>()
    app.addHook('onRequest', ({ host }, _reply, done) => {
      if (!seen.has(host) && seen.size < MAX_HOSTS) {
        seen.add(host)
        const url = publicUrl()
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
