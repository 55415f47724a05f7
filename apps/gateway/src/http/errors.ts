import { type ErrorCode, stringifyJson, ToolError } from '@quartermaster/toolkit'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { fromDatabaseError } from '../tool-call/database-errors.ts'

/** Answers every failure with the same JSON body. The original error is in the log only. */
export default fp(
  async (app) => {
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const failure = toToolError(error, app.initialConfig.bodyLimit)
      logFailure(request, error, failure)
      return sendError(request, reply, failure)
    })
  },
  { name: 'errors' },
)

export function logFailure({ log }: FastifyRequest, error: FastifyError, failure: ToolError): void {
  // Thrown to refuse work, often many times a second; the code that throws it logs it once.
  const isRefusal = error === failure && failure.code === 'unavailable' && !failure.cause
  if (failure.status >= 500 && !isRefusal) log.error({ err: error }, failure.message)
  else log.debug({ err: error }, failure.message)
}

// Headers that every failure of these codes carries.
const HEADERS: Partial<Record<ErrorCode, Record<string, string>>> = {
  unauthorized: { 'www-authenticate': 'Bearer realm="Quartermaster"' },
  unavailable: { 'retry-after': '5' },
}

export function sendError(request: FastifyRequest, reply: FastifyReply, failure: ToolError) {
  request.failure = failure
  const body = {
    ...errorBody(failure, request.id),
    ...(request.caller && { agent_name: request.caller.agent }),
    ...failure.details,
  }
  return (
    reply
      .code(isInband(request) ? 200 : failure.status)
      .headers({ ...HEADERS[failure.code], ...failure.headers })
      .type('application/json; charset=utf-8')
      // The handler may have set a serializer for its own answer.
      .serializer(stringifyJson)
      .send(body)
  )
}

export const errorBody = (
  { message, code, suggestion, retryable }: ToolError,
  requestId: string,
) => ({
  success: false,
  error: message,
  code,
  suggestion,
  retryable,
  request_id: requestId,
})

/** Hosts that drop the body of a failed call ask for every answer with status 200. */
function isInband(request: FastifyRequest): boolean {
  const { errors } = (request.query ?? {}) as { errors?: unknown }
  return errors === 'inband' && request.routeOptions.config.inbandErrors === true
}

export function toToolError(error: FastifyError, bodyLimit?: number): ToolError {
  if (error instanceof ToolError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `The body is larger than the ${bodyLimit} bytes that this gateway accepts.`
    return new ToolError('too_large', message, { cause: error })
  }
  const fromDatabase = fromDatabaseError(error)
  if (fromDatabase !== undefined) return fromDatabase
  // Fastify's own errors about a request that it could not read.
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new ToolError('invalid_input', 'The request cannot be read.', { cause: error })
  }
  return new ToolError('internal', 'Something went wrong in the gateway.', { cause: error })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether `?errors=inband` returns failures with status 200. */
    inbandErrors?: true
  }
  interface FastifyRequest {
    /** How the request failed, for the call log. */
    failure?: ToolError
  }
}
