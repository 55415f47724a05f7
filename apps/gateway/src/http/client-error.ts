import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId, ToolError } from '@quartermaster/toolkit'
import type { ConnectionError } from 'fastify'
import { errorBody } from './errors.ts'

const REFUSALS: Record<string, { status: number; failure: ToolError }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    failure: new ToolError('too_large', 'The headers are larger than 16 KiB.', {
      suggestion: 'Send shorter headers, and long values in the body.',
    }),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    failure: new ToolError('invalid_input', 'The request did not arrive in time.', {
      suggestion: 'Send the whole request without pauses.',
    }),
  },
}
const UNREADABLE = {
  status: 400,
  failure: new ToolError('invalid_input', 'The request is not valid HTTP.', {
    suggestion: 'Check the request line, the headers and Content-Length.',
  }),
}

/** Node could not parse the request, so Fastify never sees it. Writes the response to the socket. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, failure } = REFUSALS[error.code] ?? UNREADABLE
  const requestId = newId()
  const body = JSON.stringify(errorBody(failure, requestId))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
