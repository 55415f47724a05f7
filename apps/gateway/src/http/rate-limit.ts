import rateLimit from '@fastify/rate-limit'
import { ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

type Options = {
  /** Calls per agent and minute; 0 = no limit. */
  perMinute: number
}

// For `config.rateLimit` of public routes, which have no caller to count by.
export const PUBLIC_LIMIT = { max: 300, timeWindow: 60_000 }

/**
 * Limits the calls of each agent, whichever keys it uses, and the requests of each address to
 * public routes. Each process counts on its own.
 */
export default fp<Options>(
  async (app, { perMinute }) => {
    await app.register(rateLimit, {
      global: perMinute > 0,
      max: perMinute,
      timeWindow: 60_000,
      hook: 'preParsing',
      keyGenerator,
      allowList: ({ internalCall }) => internalCall !== undefined,
      errorResponseBuilder: (request, { max, ttl }) => {
        const who = request.caller ? 'This agent' : 'This address'
        return new ToolError('rate_limited', `${who} may make ${max} calls a minute.`, {
          headers: { 'retry-after': String(Math.ceil(ttl / 1000)) },
        })
      },
    })
  },
  { name: 'rate-limit' },
)

const keyGenerator = ({ caller, ip }: FastifyRequest): string =>
  caller ? `${caller.workspaceId} ${caller.agent}` : ip
