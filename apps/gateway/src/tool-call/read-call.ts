import {
  type Arguments,
  parseQueryArguments,
  quote,
  readInput,
  stringifyJson,
  type Tool,
  ToolError,
  unwrapEnvelope,
} from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'
import type { CallIdentity } from '../queries/idempotency.ts'
import { requireMethod } from './find-tool.ts'

/** The arguments of a call, still as the caller sent them. */
export function readArguments(tool: Tool, request: FastifyRequest): Arguments {
  if (requireMethod(tool, request.method) === 'GET') {
    return { parameters: parseQueryArguments(tool, queryOf(tool, request)), metadata: {} }
  }
  if (request.url.includes('?')) refuseQueryArguments(tool, request)
  return unwrapEnvelope(tool, request.body)
}

/** Arguments in the query of a POST would be silently ignored. */
function refuseQueryArguments(tool: Tool, request: FastifyRequest): void {
  const query = queryOf(tool, request)
  const names = [...new Set(query.keys())].filter((name) =>
    Object.hasOwn(tool.input.properties, name),
  )
  if (names.length === 0) return
  const sent = parseQueryArguments(tool, query)
  const input = Object.fromEntries(names.map((name) => [name, sent[name]]))
  throw new ToolError(
    'invalid_input',
    `The arguments of a POST are its body, not its URL: ${names.map(quote).join(', ')}.`,
    { suggestion: `Send them in the body: ${stringifyJson(input)}` },
  )
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

/** The arguments in the form of the tool's schema. `adapt` maps the names of an earlier schema. */
export function readToolInput<Services>(
  tool: Tool<Services>,
  parameters: Record<string, unknown>,
  { caller, headers, method }: FastifyRequest,
  services: Services,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const form = method === 'GET' ? 'query' : 'json'
  if (tool.adapt === undefined) return readInput(tool, parameters, form)
  const version = headers['x-schema-version']
  const call = { caller, services, ...(typeof version === 'string' && { version }) }
  return tool.adapt(parameters, call).then((adapted) => readInput(tool, adapted, form))
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
