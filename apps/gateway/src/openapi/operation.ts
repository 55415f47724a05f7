import type { Method, Tool } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifySchema } from 'fastify'
import { summaryOf } from './texts.ts'

const STATUSES = {
  400: 'The arguments are invalid. The error says how to fix them.',
  401: 'The key is missing or invalid.',
  403: 'The key may not do this.',
  404: 'Not found.',
  409: 'The current state does not allow this, or the same call is still running.',
  413: 'The request body is too large.',
  422: 'The idempotency key was used with other arguments.',
  429: 'Too many calls. The Retry-After header says when to call again.',
  500: 'Internal error.',
  502: 'An upstream server failed.',
  503: 'The database is unavailable.',
  504: 'The tool did not finish in time.',
} as const

export type Status = keyof typeof STATUSES

/** Error responses by status. All of them have the `ErrorBody` schema. */
export const failures = (...statuses: Status[]): Record<number, TSchema> =>
  Object.fromEntries(
    statuses.map((status) => [status, { description: STATUSES[status], $ref: 'Error#' }]),
  ) as unknown as Record<number, TSchema>

const TOOL_FAILURES = failures(400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504)

const ANSWER = 'The result of the tool.'

/** A response with content types other than `application/json`. */
export const replyOf = (description: string, types: Record<string, TSchema>) =>
  ({
    description,
    content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
  }) as unknown as TSchema

/** The OpenAPI operation of a tool. */
export function operation(tool: Tool, method: Method, tag: string): FastifySchema {
  const examples = tool.examples.map((example) => example.input)
  const shape = withOpenMembers(tool.input)
  const body = examples.length === 0 ? shape : { ...shape, examples }
  const input = method === 'GET' ? { querystring: shape } : { body }
  return {
    operationId: method === 'GET' ? `${tool.name}_get` : tool.name,
    tags: [tag],
    summary: summaryOf(tool.description),
    description: tool.description,
    ...input,
    response: {
      200: { ...tool.output, ...outputExamples(tool), description: ANSWER },
      ...TOOL_FAILURES,
    },
  }
}

const outputExamples = ({ examples }: Tool) => {
  const outputs = examples.flatMap(({ output }) => (output === undefined ? [] : [output]))
  return outputs.length === 0 ? {} : { examples: outputs }
}

/**
 * Generated TypeScript clients turn `additionalProperties` into an index signature, which all
 * declared members would have to match.
 */
const withOpenMembers = (schema: TSchema): TSchema =>
  typeof schema.additionalProperties === 'object'
    ? { ...schema, additionalProperties: true }
    : schema

/** The operation of a family whose tools differ between installations. */
export const anyOperation = (family: string, tag: string, method: Method): FastifySchema => ({
  operationId: method === 'GET' ? `call_${family}_tool_get` : `call_${family}_tool`,
  tags: [tag],
  summary: method === 'GET' ? 'Call a tool by GET' : 'Call a tool',
  description:
    'GET /v1/tools lists the tools of your key with their paths, GET /v1/descriptors their parameters.',
  params: Type.Object({
    id: Type.String({ description: 'The toolset or thread.' }),
    name: Type.String({ description: 'Tool name.' }),
  }),
  ...(method === 'POST' && {
    body: Type.Object(
      {},
      { additionalProperties: true, description: 'The arguments of the tool.' },
    ),
  }),
  response: { 200: Type.Unsafe<unknown>({ description: ANSWER }), ...TOOL_FAILURES },
})

export const ErrorBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What is wrong and how to fix the call.' }),
    code: Type.String({ description: 'Error code for programs.' }),
    suggestion: Type.String({ description: 'The recommended next step.' }),
    retryable: Type.Boolean({ description: 'Whether the same call can succeed later.' }),
    request_id: Type.String({ description: 'Identifies the request in the logs.' }),
    agent_name: Type.Optional(Type.String({ description: 'The calling agent.' })),
  },
  {
    $id: 'Error',
    additionalProperties: true,
    description: 'The body of every error response.',
  },
)
