import type { Database } from '@quartermaster/db'
import {
  addExample,
  type ConcurrencyLimits,
  isObject,
  type Tool,
  ToolError,
} from '@quartermaster/toolkit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallEntry } from '../http/call-log.ts'
import { requestBytes } from '../http/internal-calls.ts'
import type { Quotas } from '../limits/quotas.ts'
import type { Repetitions } from '../limits/repeated-calls.ts'
import { checkQuota } from './check-quota.ts'
import { execute } from './execute.ts'
import { missingTool, requirePermission, type ToolScope } from './find-tool.ts'
import { fitAnswer } from './fit-answer.ts'
import { answerLimitFor, withoutPathParameters } from './host-habits.ts'
import { readArguments, readIdentity, readResultFrom, readToolInput } from './read-call.ts'
import { findStoredAnswer, type Outcome } from './run-once.ts'

export type CallOptions<Services> = {
  readonly services: Services
  readonly answerLimit: number
  readonly clock: () => Date
  readonly repetitions?: Repetitions | undefined
  readonly quotas?: Quotas | undefined
  /** Limits the transactions of each workspace. */
  readonly transactions: ConcurrencyLimits
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Answers a request at a tool's path. Steps that are usually synchronous return a value or a promise: awaiting a
 * value would cost every call a turn of the microtask queue.
 */
export const handleCall =
  <Services extends { db: Database }>(
    findScope: (request: FastifyRequest) => ToolScope<Services> | Promise<ToolScope<Services>>,
    options: CallOptions<Services>,
  ): Handler =>
  async (request, reply) => {
    const entry = request.toolCall
    if (entry === undefined) throw new Error('The route is not logged as a tool call')
    entry.state = 'running'
    request.body ??= request.internalCall?.body
    // Also set for a tool that does not exist; `answerCall` replaces them with the parameters.
    if (isObject(request.body)) entry.arguments = request.body
    const stopListening = cancelWithOuterCall(request, entry)
    try {
      const name = request.routeOptions.config.toolName ?? (request.params as Params).name
      const found = findScope(request)
      const scope = found instanceof Promise ? await found : found
      const tool = scope.tools.find((candidate) => candidate.name === name)
      if (tool === undefined) throw await missingTool(scope, name, request.caller)
      const path = scope.pathOf(tool)
      entry.path = path
      const text = await answerCall({ request, reply, scope, tool, path, entry, options })
      entry.state = 'succeeded'
      entry.answer = text
      return reply.type('application/json; charset=utf-8').send(text)
    } catch (error) {
      entry.state = 'failed'
      throw error
    } finally {
      stopListening?.()
      entry.onEnd?.()
    }
  }

type Params = { readonly name: string }

/** Cancels a call that was made through MCP when its MCP request is cancelled. */
function cancelWithOuterCall({ internalCall }: FastifyRequest, entry: CallEntry) {
  if (internalCall === undefined) return undefined
  const { signal } = internalCall
  const cancel = () => {
    entry.reason = new ToolError('cancelled', 'The caller cancelled the call.')
    entry.cancel?.(entry.reason)
  }
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  return () => signal.removeEventListener('abort', cancel)
}

type ToolRequest<Services> = {
  request: FastifyRequest
  reply: FastifyReply
  scope: ToolScope<Services>
  tool: Tool<Services>
  path: string
  entry: CallEntry
  options: CallOptions<Services>
}

/** The order of the steps is part of the contract: read, validate, check permission, execute. */
async function answerCall<Services extends { db: Database }>({
  request,
  reply,
  scope,
  tool,
  path,
  entry,
  options,
}: ToolRequest<Services>): Promise<string> {
  // A key that is limited to other paths must not learn this tool's parameters from an error.
  if (request.caller.access.paths !== null) requirePermission(tool, scope, request)

  const received = readArguments(tool, request)
  const { metadata } = received
  const cleaned = withoutPathParameters(tool, received.parameters, {
    params: request.params,
    scope,
  })
  const parameters = cleaned instanceof Promise ? await cleaned : cleaned
  entry.arguments = parameters
  const { services, clock } = options
  const now = clock()
  const from = readResultFrom(request)
  const owned = tool.owner ? `${path} ${tool.owner}` : path
  const identity = readIdentity(request, received, owned)
  const once = identity && { identity, sent: parameters, now }

  const bytes = requestBytes(request)
  const end = options.repetitions?.begin({
    caller: request.caller,
    tool,
    path,
    parameters,
    bytes,
    isRepeatable: once !== undefined,
  })
  const readAndExecute = async (): Promise<Outcome> => {
    let input: Record<string, unknown>
    try {
      const read = readToolInput(tool, parameters, request, services)
      input = read instanceof Promise ? await read : read
    } catch (error) {
      // A repeated call gets its stored answer even if the tool has changed since.
      const stored = once && (await findStoredAnswer(services.db, once))
      if (stored === undefined) throw error
      requirePermission(tool, scope, request)
      return stored
    }
    requirePermission(tool, scope, request)
    const { caller, id: requestId, log, internalCall, ip: address } = request
    const progress = internalCall?.progress
    const idempotencyKey = identity?.key
    const call = { services, caller, now, requestId, idempotencyKey, metadata, log, progress }
    const toolCallId = received.toolCallId ?? received.requestId
    try {
      const checking = checkQuota(options.quotas, { tool, input, call, once, bytes })
      const stored = checking && (await checking)
      if (stored !== undefined) return stored
      const { transactions } = options
      const cancellation = entry
      return await execute({
        tool,
        input,
        call,
        once,
        toolCallId,
        cancellation,
        address,
        transactions,
      })
    } catch (error) {
      throw addExample(error, tool)
    }
  }
  const outcome = await readAndExecute().catch((error) => {
    end?.(error instanceof ToolError ? error : undefined)
    throw error
  })
  end?.()
  entry.replayed = outcome.replayed
  if (outcome.replayed) reply.header('idempotency-replayed', 'true')
  const canRepeat = tool.effect === 'read' || once !== undefined
  const limit = answerLimitFor(request, options.answerLimit)
  return fitAnswer(outcome.answer, { limit, from, canRepeat })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    toolName?: string
  }
}
