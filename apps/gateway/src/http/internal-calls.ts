import { randomUUID } from 'node:crypto'
import type { Call, Caller } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** A request that a route makes to another route of the same process with `app.inject`. */
export type InternalCall = {
  readonly caller: Caller
  readonly apiKey: string
  /** The body as an object, so that it need not be written as JSON and read again. */
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
  /** Runs `inject` with a header that identifies the call until it ends. */
  run<T>(call: InternalCall, inject: (header: Record<string, string>) => Promise<T>): Promise<T>
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
 * again. The id is random and never leaves the process, so that no client can send one.
 */
export default fp(
  async (app) => {
    const calls = new Map<string, InternalCall>()
    app.decorateRequest('internalCall')
    app.decorate('internalCalls', {
      async run(call, inject) {
        const id = randomUUID()
        calls.set(id, call)
        try {
          return await inject({ [HEADER]: id })
        } finally {
          calls.delete(id)
        }
      },
      find({ headers }) {
        const id = headers[HEADER]
        return typeof id === 'string' ? calls.get(id) : undefined
      },
    } satisfies InternalCalls)
  },
  { name: 'internal-calls' },
)
