import { isObject, ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

const SUGGESTIONS: Readonly<Record<number, string>> = {
  406: 'Send the header "Accept: application/json, text/event-stream".',
  415: 'Send the header "Content-Type: application/json".',
}
const MESSAGE =
  'Send one JSON-RPC 2.0 message such as {"jsonrpc":"2.0","id":1,"method":"tools/list"}.'

const VERSION = 'Send the header "MCP-Protocol-Version: 2025-11-25", or leave it out.'
const ID = `Send an 'id' that is a text, or a whole number up to ${Number.MAX_SAFE_INTEGER}.`

/**
 * Adds a refusal of the MCP SDK to the call log, and the code, the suggestion and the request id to its
 * JSON-RPC error. Other responses stay as they are.
 */
export async function explainRefusal(
  request: FastifyRequest,
  response: Response,
): Promise<Response> {
  if (isUnanswered(request.body)) note(request, new ToolError('invalid_input', NOT_RUN))
  if (response.status < 400) return response
  const message: unknown = await response.json()
  const error = isObject(message) && isObject(message.error) ? message.error : {}
  const text = String(error.message ?? 'The message cannot be read.')
  const suggestion = SUGGESTIONS[response.status] ?? suggestMessage(request.body, text)
  const failure = new ToolError('invalid_input', text, { suggestion })
  note(request, failure)
  const data = {
    ...(isObject(error.data) && error.data),
    code: failure.code,
    suggestion,
    request_id: request.id,
  }
  const body = { ...(isObject(message) && message), error: { ...error, data } }
  return Response.json(body, { status: response.status })
}

function suggestMessage(body: unknown, refusal: string): string {
  if (refusal.includes('protocol version')) return VERSION
  const id = isObject(body) ? body.id : undefined
  const isValidId = id === undefined || typeof id === 'string' || Number.isSafeInteger(id)
  return isValidId ? MESSAGE : ID
}

const NOT_RUN = "The tools/call message has no 'id', so it is a notification, and nothing was run."

const isUnanswered = (body: unknown): boolean =>
  isObject(body) && body.method === 'tools/call' && body.id === undefined

function note(request: FastifyRequest, failure: ToolError): void {
  const { body, toolCall } = request
  request.failure = failure
  const params = isObject(body) && isObject(body.params) ? body.params : {}
  if (toolCall !== undefined && typeof params.name === 'string') toolCall.tool = params.name
}
