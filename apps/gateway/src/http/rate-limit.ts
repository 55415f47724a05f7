import rateLimit from '@fastify/rate-limit'
import { ToolError } from '@quartermaster/toolkit'
import fp from 'fastify-plugin'

type Options = { perMinute: number }

/** So many calls per key and minute. Counted per process: N gateways let N times as many through. */
export default fp<Options>(
  async (app, { perMinute }) => {
    if (perMinute === 0) return
    await app.register(rateLimit, {
      max: perMinute,
      timeWindow: 60_000,
      hook: 'preParsing',
      // The operator's one key stands for many agents; a public route has no caller at all.
      keyGenerator: ({ caller }) =>
        caller ? [caller.keyId, caller.workspaceId, caller.agent].join(' ') : '',
      allowList: (request) => request.routeOptions.config.public === true,
      errorResponseBuilder: (_request, { max, ttl }) =>
        new ToolError('rate_limited', `This key may make ${max} calls a minute.`, {
          headers: { 'retry-after': String(Math.ceil(ttl / 1000)) },
        }),
    })
  },
  { name: 'rate-limit' },
)
