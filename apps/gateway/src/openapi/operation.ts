import type { Method, Tool } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'

const STATUSES = {
  400: 'The arguments do not fit; the error says how.',
  401: 'No key, or one that is not valid.',
  403: 'This key may not call this tool.',
  404: 'There is no such tool or thing.',
  409: 'The state has moved on, or the same call is still running.',
  413: 'The body is too large.',
  422: 'The idempotency key was used for other arguments.',
  429: 'Too many calls; see Retry-After.',
  500: 'A fault of the gateway.',
  503: 'The database cannot be reached.',
  504: 'The tool did not finish in time.',
} as const

export type Status = keyof typeof STATUSES

/** The replies that a route can fail with, each with the one error body. */
export const failures = (...statuses: Status[]): Record<number, TSchema> =>
  Object.fromEntries(
    statuses.map((status) => [status, { description: STATUSES[status], $ref: 'Error#' }]),
  ) as unknown as Record<number, TSchema>

const ANSWER = 'The answer of the tool; with `errors=inband` a failure as well, as the error body.'

/** A reply that is no JSON, or not JSON alone: what it is by each content type. */
export const replyOf = (description: string, types: Record<string, TSchema>) =>
  ({
    description,
    content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
  }) as unknown as TSchema

/** A tool's operation in the OpenAPI document. */
export function operation(tool: Tool, method: Method, tag: string): FastifySchema {
  const examples = tool.examples.map((example) => example.input)
  const body = examples.length === 0 ? tool.input : { ...tool.input, examples }
  const input = method === 'GET' ? { querystring: tool.input } : { body }
  return {
    operationId: method === 'GET' ? `${tool.name}_get` : tool.name,
    tags: [tag],
    // What readers look for in a long list; the description says the rest.
    summary: tool.name,
    description: tool.description,
    ...input,
    response: {
      200: { ...tool.output, description: ANSWER },
      ...failures(400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 504),
    },
  }
}

/** The operation of a family whose tools are other ones in every installation. */
export const anyOperation = (family: string, tag: string, method: Method): FastifySchema => ({
  operationId: method === 'GET' ? `call_${family}_tool_get` : `call_${family}_tool`,
  tags: [tag],
  summary:
    method === 'GET' ? 'Call one of its tools that are asked by GET' : 'Call one of its tools',
  description: 'GET /v1/descriptors with the same subject lists the tools and their arguments.',
  params: Type.Object({ id: Type.String(), name: Type.String() }),
  ...(method === 'POST' && {
    body: Type.Object(
      {},
      { additionalProperties: true, description: 'The arguments of the tool.' },
    ),
  }),
  response: {
    200: Type.Unsafe<unknown>({ description: ANSWER }),
    ...failures(400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 504),
  },
})

/** The body of every failure. */
export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What is wrong, in words that say how to mend the call.' }),
    code: Type.String({ description: 'One word of a fixed list, for programs.' }),
    suggestion: Type.String({ description: 'What to do next.' }),
    retryable: Type.Boolean({ description: 'Whether the same call can succeed later.' }),
    request_id: Type.String({ description: 'Names this request in the log of the gateway.' }),
    agent_name: Type.Optional(Type.String({ description: 'Who called.' })),
  },
  { $id: 'Error', additionalProperties: true },
)
