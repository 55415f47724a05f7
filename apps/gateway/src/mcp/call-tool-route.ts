import { isObject, type RoutedTool, stringifyJson } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type InternalCall, requestBytes } from '../http/internal-calls.ts'
import { type InternalResponse, sendInternalRequest } from '../http/internal-request.ts'
import { traceIdOf } from '../http/trace-context.ts'

type Params = {
  readonly arguments: Record<string, unknown>
  readonly _meta?: Record<string, unknown> | undefined
  /** The position at which to continue a truncated answer. */
  readonly resultFrom?: unknown
}

type Options = Pick<InternalCall, 'signal' | 'progress' | 'answerLimit'>

/** Calls a tool's own route in this process, as the caller of `request`. */
export async function callToolRoute(
  app: FastifyInstance,
  request: FastifyRequest,
  { tool, path }: RoutedTool,
  { arguments: parameters, _meta: metadata, resultFrom }: Params,
  options: Options,
): Promise<InternalResponse> {
  const { caller, apiKey, id, ip: remoteAddress } = request
  const isOnlyCall = !Array.isArray(request.body)
  const query = new URLSearchParams()
  if (resultFrom !== undefined) query.set('result_from', String(resultFrom))
  const method = tool.methods.includes('POST') ? 'POST' : 'GET'
  if (method === 'GET') addArguments(query, parameters)
  const call: InternalCall = {
    caller,
    apiKey,
    ...options,
    requestBytes: isOnlyCall ? requestBytes(request) : stringifyJson(parameters).length,
    ...(isOnlyCall && { requestId: id }),
    ...(method === 'POST' && {
      body: { tool_name: tool.name, parameters, ...(isObject(metadata) && { metadata }) },
    }),
  }
  const url = query.size === 0 ? path : `${path}?${query}`
  return app.internalCalls.run(call, (header) => {
    const headers = { ...header, ...callHeaders(request, metadata) }
    return sendInternalRequest(app, { method, url, headers, remoteAddress })
  })
}

function addArguments(query: URLSearchParams, parameters: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(parameters)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      query.append(key, typeof item === 'string' ? item : stringifyJson(item))
    }
  }
}

/** The idempotency key, the version of the tool's schema if the client returned it, and the trace. */
function callHeaders(
  { headers }: FastifyRequest,
  metadata: Params['_meta'],
): Record<string, string> {
  const key = headers['idempotency-key']
  const version = metadata?.['quartermaster/schema_version']
  const traceparent = metadata?.traceparent ?? headers.traceparent
  return {
    ...(key !== undefined && { 'idempotency-key': String(key) }),
    ...(version !== undefined && { 'x-schema-version': String(version) }),
    ...(traceIdOf(traceparent) !== null && { traceparent: String(traceparent) }),
  }
}
