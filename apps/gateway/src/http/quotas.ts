import type { Quota } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'
import { type Quotas, quotaExceeded } from '../limits/quotas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The quotas of the workspace that the route uses. Calls of tools are checked by `checkQuota`. */
    uses?: readonly Quota[]
  }
}

/** Refuses requests of a workspace that has used up a quota which the route uses. */
export default fp<{ quotas: Quotas }>(
  async (app, { quotas }) => {
    // Before the body is read: an import can be large.
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const { uses } = request.routeOptions.config
      if (uses === undefined || request.caller === undefined) return done(null, payload)
      const bytes = Number(request.headers['content-length'] ?? 0)
      const checking = quotas.check(request.caller.workspaceId, uses, bytes)
      if (checking === undefined) return done(null, payload)
      checking.then(
        ([refusal]) => (refusal === undefined ? done(null, payload) : done(quotaExceeded(refusal))),
        done,
      )
    })
  },
  { name: 'quotas', dependencies: ['auth'] },
)
