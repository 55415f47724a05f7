import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logFailure, sendError, toToolError } from '../http/errors.ts'
import { failures, replyOf } from '../openapi/operation.ts'
import { typed } from '../routes/schema/typed.ts'
import { SubjectQuery, selectTools } from '../tool-call/select-tools.ts'
import { splitList } from '../tool-call/split-list.ts'
import type { McpOptions } from './call-tool.ts'
import { type AllowedOrigins, checkOrigin } from './check-origin.ts'
import { createHandler } from './mcp-handler.ts'
import { notificationStreams } from './notification-stream.ts'
import { readCallMessage } from './read-call-message.ts'
import { explainRefusal } from './refused-message.ts'

type Options = McpOptions & {
  allowedOrigins: () => AllowedOrigins
  /** With OAuth: the address that `/connect/mcp` names to clients without a key. */
  resourceMetadataUrl?: () => string
}

const Query = Type.Object({
  ...SubjectQuery,
  tools: Type.Optional(
    Type.String({
      description:
        'Comma-separated names. Only these tools are offered. `*` is all tools, for use together with a table or document.',
    }),
  ),
  output_schemas: Type.Optional(
    Type.Boolean({
      description:
        'Whether tools/list contains output schemas. Default: true for protocol version 2026-07-28 and later, false for earlier ones.',
    }),
  ),
})
// The MCP SDK validates the message.
const Message = Type.Unsafe<unknown>({
  additionalProperties: true,
  description: 'A JSON-RPC 2.0 message of the Model Context Protocol.',
})

/**
 * Stateless MCP. `tools/list` offers the tools of GET /v1/descriptors, and `tools/call` goes
 * through the tool's own route with the same key.
 */
export function mcpRoutes(app: FastifyInstance, options: Options): void {
  const handler = createHandler(app, options)
  // Ends `subscriptions/listen` streams, which would keep the server from closing.
  app.addHook('preClose', () => handler.close())

  const onRequest = async ({ headers, host }: FastifyRequest) =>
    checkOrigin({ origin: headers.origin, host }, options.allowedOrigins())
  const listen = notificationStreams(app, () => options.services.toolChanges)
  const { resourceMetadataUrl } = options
  const addRoutes = (path: string, errorHandler: ErrorHandler, schema?: { hide: true }) => {
    addListenRoute(path, errorHandler, schema)
    addMessageRoute(path, errorHandler, schema)
  }
  addRoutes('/mcp', sendMcpError)
  if (resourceMetadataUrl !== undefined) {
    addRoutes('/connect/mcp', challengeFor(resourceMetadataUrl), { hide: true })
  }

  function addListenRoute(path: string, errorHandler: ErrorHandler, schema?: { hide: true }) {
    app.get(
      path,
      {
        config: { access: 'any-key', isUncounted: true },
        exposeHeadRoute: false,
        onRequest,
        errorHandler,
        schema: schema ?? {
          operationId: 'mcp_listen',
          summary: 'Listen for MCP notifications',
          description:
            'A stream of `notifications/tools/list_changed` for MCP clients of the 2025 protocol versions. Later versions use `subscriptions/listen`.',
          tags: ['Descriptors'],
          response: {
            200: replyOf('The stream.', { 'text/event-stream': Type.String() }),
            ...failures(401, 403, 503),
          },
        },
      },
      listen,
    )
  }

  function addMessageRoute(path: string, errorHandler: ErrorHandler, schema?: { hide: true }) {
    typed(app).post(
      path,
      {
        config: { access: 'any-key', callLog: 'failures', isUncounted: true },
        onRequest,
        errorHandler,
        schema: {
          ...schema,
          operationId: schema === undefined ? 'mcp' : 'connect_mcp',
          summary: 'Send an MCP message',
          description:
            'The MCP server of this gateway: stateless streamable HTTP with one JSON-RPC message per request.',
          tags: ['Descriptors'],
          querystring: Query,
          body: Message,
          response: {
            200: replyOf('The JSON-RPC response, in a form that the Accept header allows.', {
              'application/json': Message,
              'text/event-stream': Type.String(),
            }),
            202: Type.Null({ description: 'The notification was accepted.' }),
            ...failures(400, 401, 403, 404),
          },
        },
      },
      async (request, reply) => {
        const received = readCallMessage(request.body)
        if (received instanceof ToolError) return sendInvalidCall(request, reply, received)
        request.body = received
        const { tools, output_schemas: outputSchemas, ...subjects } = request.query
        const names = tools === undefined ? undefined : splitList(tools)
        const offered = await selectTools(options, request.caller, subjects, names)
        const signal = abandonedSignal(reply)
        const message = { request, offered, subjects, outputSchemas, signal }
        const answer = await handler.answerPlainCall(message)
        if (answer !== undefined)
          return reply.type('application/json').serializer(String).send(answer)
        return send(reply, await explainRefusal(request, await handler.fetch(message)))
      },
    )
  }
}

/** Aborted when the client closes the connection before the response is complete. */
function abandonedSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).serializer(String)
  for (const [name, value] of headers) reply.header(name, value)
  return body === null ? reply.send() : reply.send(Readable.fromWeb(body as ReadableStream))
}

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown

/** The header that tells a client without a valid key where it can get one (RFC 9728). */
const challengeFor =
  (resourceMetadataUrl: () => string): ErrorHandler =>
  (error, request, reply) => {
    if (!(error instanceof ToolError) || error.code !== 'unauthorized') {
      return sendMcpError(error, request, reply)
    }
    const { code, message, suggestion, details } = error
    const challenge = `Bearer realm="Quartermaster", resource_metadata="${resourceMetadataUrl()}"`
    const headers = { 'www-authenticate': challenge }
    return sendError(request, reply, new ToolError(code, message, { suggestion, details, headers }))
  }

const INVALID_PARAMS = -32602

/** The SDK's error code for parameters that it cannot read, with the message that HTTP calls get. */
function sendInvalidCall(request: FastifyRequest, reply: FastifyReply, failure: ToolError) {
  const { params, id = null } = request.body as { params?: { name?: unknown }; id?: unknown }
  const name = typeof params?.name === 'string' ? params.name : 'mcp'
  request.server.logRefusedCall(request, name, failure)
  const { code, message, suggestion } = failure
  const data = { code, suggestion, request_id: request.id }
  const text = suggestion === undefined ? message : `${message} ${suggestion}`
  return reply.send({ jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message: text, data } })
}

const PARSE_ERROR = -32700

/** A body that is not JSON gets the error of JSON-RPC; other failures look as on any other route. */
function sendMcpError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const failure = error instanceof ToolError ? error : toToolError(error)
  logFailure(request, error, failure)
  if (failure.code !== 'malformed_json') return sendError(request, reply, failure)
  request.failure = failure
  const { code, message, suggestion } = failure
  return reply.code(400).send({
    jsonrpc: '2.0',
    id: null,
    error: { code: PARSE_ERROR, message, data: { code, suggestion, request_id: request.id } },
  })
}
