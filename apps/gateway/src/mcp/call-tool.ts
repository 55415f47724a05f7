import { isObject } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog.ts'
import type { InternalCall } from '../http/internal-calls.ts'
import type { InternalResponse } from '../http/internal-request.ts'
import type { Services } from '../services.ts'
import type { OfferedTool, Subjects } from '../tool-call/select-tools.ts'
import { callToolRoute } from './call-tool-route.ts'
import { readResultFrom } from './result-from.ts'
import type { RunningCalls } from './running-calls.ts'

export type McpOptions = { catalog: Catalog; services: Services; answerLimit: number }

/** One MCP message, and the tools that its sender is offered. */
export type McpMessage = {
  readonly request: FastifyRequest
  readonly offered: readonly OfferedTool[]
  readonly subjects: Subjects
  /** Undefined: determined by the protocol version. */
  readonly outputSchemas: boolean | undefined
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

type CallContext = {
  readonly meta: Record<string, unknown> | undefined
  readonly signal: AbortSignal
  readonly progress: InternalCall['progress']
}

/** Calls a tool's own route for a `tools/call` message. */
export function callTool(
  app: FastifyInstance,
  { answerLimit }: McpOptions,
  running: RunningCalls,
  { request }: McpMessage,
  found: OfferedTool,
  { meta, signal, progress }: CallContext,
): Promise<InternalResponse> {
  const call = readResultFrom(found.tool, argumentsOf(request.body), meta)
  const limit = innerLimit(answerLimit, isStructured(found))
  return running.run(request, signal, (inner) =>
    callToolRoute(
      app,
      request,
      found,
      { ...call, _meta: meta },
      { signal: inner, progress, answerLimit: limit },
    ),
  )
}

/** Whether the tool's answer is an object, which MCP also passes on as data. */
export const isStructured = ({ tool }: OfferedTool): boolean => tool.output.type === 'object'

/**
 * The limit of an answer inside a reply: the text is quoted again, which at most doubles it, and a
 * structured answer is included twice.
 */
const innerLimit = (limit: number, structured: boolean): number =>
  Math.floor(limit / (structured ? 3 : 2)) - 512

/** Reads the arguments from the body, because the MCP SDK drops a member called `__proto__`. */
function argumentsOf(body: unknown): Record<string, unknown> {
  const params = isObject(body) ? body.params : undefined
  const received = isObject(params) ? params.arguments : undefined
  return isObject(received) ? received : {}
}
