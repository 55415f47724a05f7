import { isObject } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

/** A `tools/call` that is answered with one JSON-RPC response, without progress and without a stream. */
export type PlainCall = {
  readonly id: string | number
  readonly name: string
  readonly meta: Record<string, unknown> | undefined
}

// Protocol versions whose response to `tools/call` is the bare result. Later ones add members to it.
const VERSIONS = new Set(['2025-03-26', '2025-06-18', '2025-11-25'])

/**
 * Recognises a plain call. Validating and routing a message in the MCP SDK takes several times as long as the
 * call itself, so plain calls, which are nearly all messages under load, are answered without it. Undefined for
 * every other message, including a malformed one, because the SDK has the error for it.
 */
export function readPlainCall({ body, headers }: FastifyRequest): PlainCall | undefined {
  const { accept = '', 'mcp-protocol-version': version } = headers
  if (!VERSIONS.has(String(version)) || !isAccepted(accept)) return undefined
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call') return undefined
  const { id, params } = body
  if (!isObject(params) || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  const { name, arguments: received = null, _meta: meta } = params
  const hasArguments = received === null || isObject(received)
  if (typeof name !== 'string' || !hasArguments) return undefined
  if (meta === undefined) return { id, name, meta }
  return isObject(meta) && meta.progressToken === undefined ? { id, name, meta } : undefined
}

/** The specification asks clients to accept both; the SDK refuses those that do not. */
const isAccepted = (accept: string): boolean =>
  accept.includes('application/json') && accept.includes('text/event-stream')
