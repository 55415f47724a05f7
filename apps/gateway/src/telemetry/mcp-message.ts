import { isObject } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

/** The parts of an MCP message that its span records. */
export type TracedMessage = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The trace context in `_meta`, which takes precedence over that of the HTTP request. */
  readonly meta: Readonly<Record<string, unknown>>
}

// The method is part of the span's name, so anything but an MCP method is left out.
const METHOD = /^[a-z]{1,20}(\/[a-z_]{1,30}){0,3}$/i

/** Undefined for a request that is not a single MCP message. */
export function readMessage({ body, headers, raw }: FastifyRequest): TracedMessage | undefined {
  if (!isObject(body) || typeof body.method !== 'string' || !METHOD.test(body.method)) {
    return undefined
  }
  const { method, id } = body
  const params = isObject(body.params) ? body.params : {}
  const tool = method === 'tools/call' && typeof params.name === 'string' ? params.name : undefined
  const version = headers['mcp-protocol-version']
  const session = headers['mcp-session-id']
  const attributes = {
    'mcp.method.name': method,
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    'network.protocol.version': raw.httpVersion,
    ...((typeof id === 'string' || typeof id === 'number') && { 'jsonrpc.request.id': String(id) }),
    ...(typeof version === 'string' && { 'mcp.protocol.version': version }),
    ...(typeof session === 'string' && { 'mcp.session.id': session }),
    ...(tool !== undefined && {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool.slice(0, 100),
    }),
  }
  const name = tool === undefined ? method : `${method} ${tool.slice(0, 100)}`
  return { name, attributes, meta: isObject(params._meta) ? params._meta : {} }
}
