import {
  type Arguments,
  parseQueryArguments,
  readInput,
  type Tool,
  ToolError,
  unwrapEnvelope,
} from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import type { CallIdentity } from '../queries/idempotency.ts'
import { requireMethod } from './find-tool.ts'

/** The arguments of a call, still as the caller sent them. */
export function readArguments(tool: Tool, request: FastifyRequest): Arguments {
  return requireMethod(tool, request.method) === 'GET'
    ? { parameters: parseQueryArguments(tool, queryOf(tool, request)), metadata: {} }
    : unwrapEnvelope(tool, request.body)
}

// Options of every tool's URL, unless the tool has an argument of that name.
const URL_OPTIONS = ['errors', 'result_from']

function queryOf(tool: Tool, { url }: FastifyRequest): URLSearchParams {
  const query = new URL(url, 'http://localhost').searchParams
  for (const name of URL_OPTIONS) {
    if (!Object.hasOwn(tool.input.properties, name)) query.delete(name)
  }
  return query
}

/** The arguments as the tool's schema has them. `adapt` maps the names of an earlier schema. */
export function readToolInput<Services>(
  tool: Tool<Services>,
  parameters: Record<string, unknown>,
  { caller, headers }: FastifyRequest,
  services: Services,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  if (tool.adapt === undefined) return readInput(tool, parameters)
  const version = headers['x-schema-version']
  const call = { caller, services, ...(typeof version === 'string' && { version }) }
  return tool.adapt(parameters, call).then((adapted) => readInput(tool, adapted))
}

/** The identity of a call with an idempotency key: the header, or the id in the envelope. */
export function readIdentity(
  { headers, caller }: FastifyRequest,
  { requestId, toolCallId }: Arguments,
  path: string,
): CallIdentity | undefined {
  const header = headers['idempotency-key']
  const key = (typeof header === 'string' && header) || requestId || toolCallId
  if (!key) return undefined
  if (key.length > 255 || /\p{C}/u.test(key)) {
    throw new ToolError(
      'invalid_input',
      'An idempotency key has at most 255 characters, none of them a control character.',
      { suggestion: 'Use a shorter key, such as a UUID.' },
    )
  }
  const { workspaceId, agent } = caller
  return { workspaceId, agent, path, key }
}

/** The position at which the caller continues a truncated answer. */
export function readResultFrom(request: FastifyRequest): number {
  const { result_from: from = '0' } = request.query as { result_from?: unknown }
  if (typeof from === 'string' && /^\d{1,9}$/.test(from)) return Number(from)
  throw new ToolError('invalid_input', "'result_from' in the URL must be a whole number.", {
    suggestion: "Leave out 'result_from' to get the answer from its beginning.",
  })
}
