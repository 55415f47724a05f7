import { randomUUID } from 'node:crypto'
import { isObject } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

const SESSION = 'mcp-session-id'

export type RunningCalls = {
  /** Adds a session id to the response to `initialize`; the client returns it with later messages. */
  addSession(request: FastifyRequest, response: Response): void
  /** Runs a call whose signal is aborted when its client cancels it. */
  run<T>(
    request: FastifyRequest,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  /** Aborts the call that a `notifications/cancelled` message names. */
  cancel(request: FastifyRequest): void
}

/**
 * Clients of the 2025 protocol cancel a call with a separate message that contains the id of the request.
 * Ids are unique only within a session, so clients get a session id. Nothing else depends on it: any
 * process accepts any session id. Clients of the 2026 protocol close the response stream.
 */
export function createRunningCalls(): RunningCalls {
  const calls = new Map<string, AbortController>()
  const keyOf = ({ headers, caller }: FastifyRequest, id: unknown) =>
    headers[SESSION] === undefined
      ? undefined
      : JSON.stringify([caller.workspaceId, caller.agent, headers[SESSION], id])

  return {
    addSession({ body }, { ok, headers }) {
      const isInitialize = isObject(body) && body.method === 'initialize'
      if (isInitialize && ok) headers.set(SESSION, randomUUID())
    },
    async run(request, signal, call) {
      const key = isObject(request.body) && keyOf(request, request.body.id)
      if (!key) return call(signal)
      const controller = new AbortController()
      calls.set(key, controller)
      try {
        return await call(AbortSignal.any([signal, controller.signal]))
      } finally {
        calls.delete(key)
      }
    },
    cancel(request) {
      const { body } = request
      if (!isObject(body) || body.method !== 'notifications/cancelled') return
      const key = isObject(body.params) && keyOf(request, body.params.requestId)
      if (key) calls.get(key)?.abort()
    },
  }
}
