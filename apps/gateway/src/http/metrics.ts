import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { httpRequests } from '../metrics/metrics.ts'

/** Counts the requests that are not tool calls; the call log counts those that are. */
export default fp(
  async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      if (request.toolCall === undefined) httpRequests.add(String(reply.statusCode))
      done()
    })
  },
  { name: 'metrics' },
)

/**
 * The tool as a label. Names in paths come from the caller and could create any number of labels, so
 * tools of folders, tools of threads and unknown tools share one label each.
 */
export function toolLabel({ routeOptions }: FastifyRequest): string {
  const { config, url = '' } = routeOptions
  if (config.toolName !== undefined) return config.toolName
  if (url.startsWith('/v1/toolsets/')) return 'toolset tool'
  if (url.startsWith('/v1/threads/')) return 'thread tool'
  return url.startsWith('/mcp') || url.startsWith('/connect') ? 'mcp' : 'unknown tool'
}
