import { ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'
import { refusedRequests } from '../metrics/metrics.ts'

type Options = { maxInFlight: number }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests of this route do not count: it streams, or only passes calls on to tool routes. */
    isUncounted?: true
  }
}

const WARN_EVERY_MS = 10_000

/**
 * Refuses requests while `maxInFlight` others are being handled, so that those finish in time. Refused
 * requests are counted in the log. They get no row in the call log, because writing it would cost more than
 * refusing them.
 */
export default fp<Options>(
  async (app, { maxInFlight }) => {
    let inFlight = 0
    let refused = 0
    let warnedAt = Number.NEGATIVE_INFINITY

    app.addHook('onRequest', (request, reply, done) => {
      const { access, isUncounted } = request.routeOptions.config
      if (access === 'public' || isUncounted) return done()
      if (inFlight >= maxInFlight) {
        refused++
        refusedRequests.add('in flight')
        warn()
        return done(overloaded())
      }
      inFlight++
      reply.raw.on('close', () => inFlight--)
      done()
    })

    function warn(): void {
      const now = performance.now()
      if (now - warnedAt < WARN_EVERY_MS) return
      warnedAt = now
      app.log.warn({ inFlight, refused }, 'requests are refused because too many are in flight')
      refused = 0
    }
  },
  { name: 'load-shedding' },
)

const overloaded = (): ToolError =>
  new ToolError('unavailable', 'The gateway has too many requests at the moment.', {
    suggestion: 'Call again after the time in the Retry-After header.',
    headers: { 'retry-after': '1' },
  })
