import { ToolError } from '@quartermaster/toolkit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { toolCallSeconds, toolCalls } from '../metrics/metrics.ts'
import type { ToolCall } from '../queries/call-log/tool-call.ts'
import type { Cancellation } from '../tool-call/deadline.ts'
import type { CallLog } from './call-log-buffer.ts'
import { requestBytes } from './internal-calls.ts'
import { toolLabel } from './metrics.ts'
import { redact, redactText } from './redact.ts'
import { traceIdOf } from './trace-context.ts'

type Options = { callLog: CallLog; clock: () => Date }
type Logged = 'all' | 'failures'

/** A tool call as the call log sees it. */
export type CallEntry = Cancellation & {
  tool: string
  /** The tool's path once the tool is known; the path of the request until then. */
  path?: string
  arguments: unknown
  /** The answer as JSON text. */
  answer?: string
  replayed: boolean
  /** `waiting` until the route's handler runs. */
  state: 'waiting' | 'running' | 'succeeded' | 'failed'
  /** Called when `state` is no longer `running`. */
  onEnd?: () => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Adds a row to the call log: for every request, or for failed requests only. */
    callLog?: Logged
  }
  interface FastifyInstance {
    /** Adds a row for a call that was refused before a tool's route saw it. */
    logRefusedCall(request: FastifyRequest, tool: string, failure: ToolError): void
  }
  interface FastifyRequest {
    toolCall?: CallEntry
  }
}

/**
 * Adds a row for every call of a tool: answered, refused, or abandoned by its caller. Cancels a call
 * that its caller has abandoned.
 */
export default fp<Options>(
  async (app, { callLog, clock }) => {
    app.decorateRequest('toolCall')

    app.addHook('onRequest', (request, reply, done) => {
      const { callLog: logged, toolName } = request.routeOptions.config
      if (logged !== undefined) {
        const entry = newEntry(request, toolName)
        request.toolCall = entry
        const traceId = traceIdOf(request.headers.traceparent)
        if (traceId !== null) request.log = request.log.child({ traceId })
        // Unlike `onResponse`, `close` follows even if the caller has closed the connection.
        reply.raw.on('close', () => {
          // The response to an internal call has no connection that could be closed.
          const isAnswered = reply.raw.writableFinished || request.internalCall !== undefined
          if (isAnswered) log(request, reply, entry, logged)
          else abandon(request, reply, entry, logged)
        })
      }
      done()
    })

    const log = (
      request: FastifyRequest,
      reply: FastifyReply,
      entry: CallEntry,
      logged: Logged,
    ): void => {
      const { failure = entry.reason } = request
      if (failure === undefined && logged === 'failures') return
      const hasSucceeded = entry.state === 'succeeded' || failure === undefined
      const label = toolLabel(request)
      toolCalls.add(label, hasSucceeded ? 'ok' : failure.code)
      toolCallSeconds.observe(label, reply.elapsedTime / 1000)
      callLog.add({
        ...describeRequest(request, clock()),
        tool: entry.tool,
        path: entry.path ?? pathOf(request),
        status: hasSucceeded ? reply.statusCode : failure.status,
        code: hasSucceeded ? null : failure.code,
        error: failure === undefined ? null : storable(failure.message),
        suggestion: hasSucceeded ? null : storable(failure.suggestion),
        answer: entry.answer === undefined ? null : redactText(entry.answer),
        milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
        response_bytes: Number(reply.getHeader('content-length') ?? 0),
        arguments: redact(entry.arguments),
        replayed: entry.replayed,
      })
    }

    const abandon = (
      request: FastifyRequest,
      reply: FastifyReply,
      entry: CallEntry,
      logged: Logged,
    ): void => {
      entry.reason ??= new ToolError('cancelled', 'The caller closed the connection.')
      entry.cancel?.(entry.reason)
      // A running call is logged when it is known whether it had an effect.
      if (entry.state !== 'running') log(request, reply, entry, logged)
      else entry.onEnd = () => setImmediate(log, request, reply, entry, logged)
    }

    app.decorate('logRefusedCall', (request: FastifyRequest, tool: string, failure: ToolError) => {
      callLog.add({
        ...describeRequest(request, clock()),
        tool: storable(tool),
        path: pathOf(request),
        status: failure.status,
        code: failure.code,
        error: storable(failure.message),
        suggestion: storable(failure.suggestion),
        answer: null,
        milliseconds: 0,
        response_bytes: 0,
        arguments: '{}',
        replayed: false,
      })
    })
  },
  { name: 'call-log' },
)

function newEntry(request: FastifyRequest, toolName: string | undefined): CallEntry {
  const { name = 'mcp' } = (request.params ?? {}) as { name?: string }
  const tool = toolName ?? storable(name)
  return { tool, arguments: {}, replayed: false, state: 'waiting' }
}

const describeRequest = (
  request: FastifyRequest,
  called_at: Date,
): Pick<
  ToolCall,
  'workspace_id' | 'agent' | 'key_id' | 'request_id' | 'trace_id' | 'request_bytes' | 'called_at'
> => ({
  workspace_id: request.caller?.workspaceId ?? null,
  agent: request.caller?.agent ?? null,
  key_id: request.caller?.keyId ?? null,
  request_id: request.id,
  trace_id: traceIdOf(request.headers.traceparent),
  request_bytes: requestBytes(request),
  called_at,
})

const pathOf = ({ url }: FastifyRequest): string => {
  const end = url.indexOf('?')
  return storable(end < 0 ? url : url.slice(0, end))
}

/** Text from a caller in a form that PostgreSQL can store. */
const storable = (text: string): string =>
  text.slice(0, 1000).toWellFormed().replaceAll('\0', '\ufffd')
