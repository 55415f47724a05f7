import { ToolError } from '@quartermaster/toolkit'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { fromDatabaseError } from '../tool-call/database-errors.ts'

/** Every failure as the same JSON body, in our own words; what it was is in the log. */
export default fp(
  async (app) => {
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const failure = toToolError(error, app.initialConfig.bodyLimit)
      if (failure.status >= 500) request.log.error({ err: error }, failure.message)
      else request.log.debug({ err: error }, failure.message)
      return sendError(request, reply, failure)
    })
  },
  { name: 'errors' },
)

export function sendError(request: FastifyRequest, reply: FastifyReply, failure: ToolError) {
  request.failure = failure
  const body = {
    ...errorBody(failure, request.id),
    ...(request.caller && { agent_name: request.caller.agent }),
    ...failure.details,
  }
  return reply
    .code(inBand(request) ? 200 : failure.status)
    .headers(failure.headers)
    .send(body)
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

/** Some hosts drop the body of a failed call; they ask for every answer with status 200. */
function inBand(request: FastifyRequest): boolean {
  const { errors } = (request.query ?? {}) as { errors?: unknown }
  return errors === 'inband' && request.routeOptions.config.inbandErrors === true
}

export function toToolError(error: FastifyError, bodyLimit?: number): ToolError {
  if (error instanceof ToolError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `The body is larger than the ${bodyLimit} bytes this gateway takes.`
    return new ToolError('too_large', message, { cause: error })
  }
  const fromDatabase = fromDatabaseError(error)
  if (fromDatabase !== undefined) return fromDatabase
  // What is left below 500 is the framework's own word on a request it could not read.
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
