import fp from 'fastify-plugin'
import { PUBLIC_LIMIT } from './rate-limit.ts'
import { nothingHere } from './unknown-routes.ts'

// MCP clients look for an authorization server at these paths before they have a key. 401 would
// tell them that there is one.
const PATHS = ['/.well-known/*', '/register']

/** Answers 404, not 401, at paths that clients request on their own initiative. */
export default fp(
  async (app) => {
    const config = { access: 'public', rateLimit: PUBLIC_LIMIT } as const
    for (const path of PATHS) {
      app.all(path, { config, schema: { hide: true } }, async () => {
        throw nothingHere()
      })
    }
  },
  { name: 'unauthenticated-paths' },
)
