import { randomUUID } from 'node:crypto'
import { type Call, type Caller, Slots } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** A request that a route sends to another route of the same process. */
export type InternalCall = {
  readonly caller: Caller
  readonly apiKey: string
  /** The body as an object, so that it is not serialized and parsed again. */
  readonly body?: unknown
  /** The bytes that the caller sent for this call. */
  readonly requestBytes: number
  /** Aborted when the outer request is cancelled. */
  readonly signal: AbortSignal
  readonly progress: NonNullable<Call<unknown>['progress']>
  /** The largest answer in bytes. */
  readonly answerLimit: number
  /** The id of the outer request, if this is its only call: its answer has one id in the call log. */
  readonly requestId?: string
}

type InternalCalls = {
  /** Runs `send` with a header that identifies the call until it ends. */
  run<T>(call: InternalCall, send: (header: Record<string, string>) => Promise<T>): Promise<T>
  find(request: Pick<FastifyRequest, 'headers'>): InternalCall | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    internalCalls: InternalCalls
  }
  interface FastifyRequest {
    internalCall?: InternalCall
  }
}

const HEADER = 'x-internal-call'

/** The size of a request as its caller sent it. If its body was not read, it is the declared size. */
export const requestBytes = ({ headers, internalCall, bodyBytes }: FastifyRequest): number =>
  internalCall?.requestBytes ?? (bodyBytes || Number(headers['content-length'] ?? 0))

/**
 * Lets a route call another route as the same caller, without authenticating or counting the call
 * again. The header contains a secret that never leaves the process, so that no client can send one.
 */
export default fp(
  async (app) => {
    const calls = new Slots<InternalCall>()
    const prefix = `${randomUUID()} `
    app.decorateRequest('internalCall')
    app.decorate('internalCalls', {
      async run(call, send) {
        const slot = calls.add(call)
        try {
          return await send({ [HEADER]: `${prefix}${slot}` })
        } finally {
          calls.remove(slot)
        }
      },
      find({ headers }) {
        const id = headers[HEADER]
        if (typeof id !== 'string' || !id.startsWith(prefix)) return undefined
        return calls.get(Number(id.slice(prefix.length)))
      },
    } satisfies InternalCalls)
  },
  { name: 'internal-calls' },
)
