import rateLimit from '@fastify/rate-limit'
import { type Caller, startJob, ToolError } from '@quartermaster/toolkit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Allowance, createRateCounter } from '../limits/rate-counter.ts'
import type { RateStore } from '../limits/rate-store.ts'

type Options = {
  /** The store through which gateways exchange their counts. */
  store: RateStore
  now: () => Date
  /** Calls per minute; 0 = no limit. */
  perAgent: number
  perTool: number
  perWorkspace: number
}

// For `config.rateLimit` of public routes, which have no caller to count by.
export const PUBLIC_LIMIT = { max: 300, timeWindow: 60_000 }

/**
 * Limits the calls of each agent, of each agent to one tool, and of each workspace, whichever keys are used,
 * across all gateways. Limits the requests of each address to public routes in this process.
 */
export default fp<Options>(
  async (app, { store, now, perAgent, perTool, perWorkspace }) => {
    await app.register(rateLimit, {
      global: false,
      errorResponseBuilder: (_request, { max, ttl }) =>
        new ToolError('rate_limited', `This address may make ${max} requests a minute.`, {
          headers: { 'retry-after': String(Math.ceil(ttl / 1000)) },
        }),
    })
    if (perAgent + perTool + perWorkspace === 0) return

    const counter = createRateCounter(store, now)
    let isWarned = false
    const job = startJob({
      name: 'rate limits',
      everyMs: 1000,
      run: async () => {
        if ((await counter.share()) > 0) isWarned = false
      },
      onError: (error) => {
        if (!isWarned) {
          app.log.warn(
            { err: error },
            'failed to share the counts of rate limits; each gateway counts for itself until it works again',
          )
        }
        isWarned = true
      },
    })
    app.addHook('onClose', () => job.stop())

    const limits: readonly Limit[] = [
      { policy: 'tool', max: perTool, nameOf: toolName, who: 'This agent may call this tool' },
      { policy: 'agent', max: perAgent, nameOf: agentName, who: 'This agent may make calls' },
      {
        policy: 'workspace',
        max: perWorkspace,
        nameOf: workspaceName,
        who: 'This workspace may make calls',
      },
    ].filter(({ max }) => max > 0)
    // After `onRequest`, where the caller is identified, and before the body is read.
    app.addHook('preParsing', (request, reply, _payload, done) => {
      const { caller, internalCall } = request
      if (caller === undefined) return done()
      for (const limit of limits) {
        const name = limit.nameOf(caller, request)
        if (name === undefined) continue
        const allowance = counter.take(name, limit.max)
        // The headers of an internal response do not reach the client.
        if (internalCall === undefined) addHeaders(reply, limit, allowance)
        if (allowance.isOver) return done(over(limit, allowance))
      }
      done()
    })
  },
  { name: 'rate-limit' },
)

type Limit = {
  readonly policy: string
  readonly max: number
  /** What the request is counted for; undefined if this limit does not count it. */
  readonly nameOf: (caller: Caller, request: FastifyRequest) => string | undefined
  readonly who: string
}

const agentKey = ({ workspaceId, agent }: Caller) => `${workspaceId} ${agent}`

// An MCP request has been counted when its internal call begins, but its tool is known only then.
const agentName = (caller: Caller, { internalCall }: FastifyRequest) =>
  internalCall === undefined ? agentKey(caller) : undefined
const workspaceName = ({ workspaceId }: Caller, { internalCall }: FastifyRequest) =>
  internalCall === undefined ? workspaceId : undefined
const toolName = (caller: Caller, { routeOptions, params }: FastifyRequest) => {
  const { callLog, toolName = (params as { name?: string }).name } = routeOptions.config
  return callLog === 'all' ? `${agentKey(caller)} ${toolName}` : undefined
}

/** The last limit determines the `X-RateLimit` headers; `RateLimit` lists all limits. */
function addHeaders(reply: FastifyReply, { policy, max }: Limit, allowance: Allowance): void {
  const { remaining, resetSeconds } = allowance
  const add = (name: string, entry: string) => {
    const known = reply.getHeader(name)
    reply.header(name, known === undefined ? entry : `${known}, ${entry}`)
  }
  add('ratelimit-policy', `"${policy}";q=${max};w=60`)
  add('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`)
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  })
}

const over = ({ who, max }: Limit, { resetSeconds }: Allowance): ToolError =>
  new ToolError('rate_limited', `${who} ${max} times a minute.`, {
    headers: { 'retry-after': String(resetSeconds) },
  })
