import {
  type CallToolResult,
  createMcpHandler,
  Server,
  type Tool,
} from '@modelcontextprotocol/server'
import { describeTool } from '@quartermaster/descriptors'
import { isObject, stringifyJson, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures, replyOf } from '../openapi/operation.ts'
import { typed } from '../routes/schema/typed.ts'
import type { Services } from '../services.ts'
import {
  asOffered,
  type OfferedTool,
  SubjectQuery,
  selectTools,
} from '../tool-call/select-tools.ts'
import { splitList } from '../tool-call/split-list.ts'
import { VERSION } from '../version.ts'
import { callToolRoute } from './call-tool-route.ts'
import { RESULT_FROM, toMcpResult } from './to-mcp-result.ts'

type Options = { catalog: Catalog; services: Services }

const Query = Type.Object({
  ...SubjectQuery,
  tools: Type.Optional(
    Type.String({ description: 'Comma-separated names. Only these tools are offered.' }),
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
  typed(app).post(
    '/mcp',
    {
      config: { access: 'any-key', callLog: 'failures' },
      schema: {
        operationId: 'mcp',
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
          ...failures(400, 401, 404),
        },
      },
    },
    async (request, reply) => {
      const { tools, ...subjects } = request.query
      const names = tools === undefined ? undefined : splitList(tools)
      const chosen = await selectTools(options, request.caller, subjects, names)
      const permitted = chosen.filter(({ isPermitted }) => isPermitted)

      const handler = createMcpHandler(() => mcpServer(app, request, permitted, chosen), {
        responseMode: 'json',
        onerror: (error) => request.log.warn({ err: error }, 'an MCP request could not be served'),
      })
      const parsedBody = withArguments(request.body)
      const response = await handler.fetch(webRequest(request, parsedBody), { parsedBody })
      reply.code(response.status as 200)
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.serializer(String).send(await response.text())
    },
  )
}

function mcpServer(
  app: FastifyInstance,
  request: FastifyRequest,
  permitted: OfferedTool[],
  chosen: OfferedTool[],
): Server {
  const server = new Server(
    { name: 'quartermaster', version: VERSION },
    { capabilities: { tools: {} }, instructions: 'Tools of the Quartermaster gateway.' },
  )
  const connection = { publicUrl: 'http://localhost', headers: {} }
  server.setRequestHandler('tools/list', async () => ({
    tools: permitted.map((placed) => describeTool('mcp', asOffered(placed), connection) as Tool),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    // Denied tools are called too: their own route answers with the error.
    const placed = chosen.find(({ name }) => name === params.name)
    if (placed === undefined) return unknownTool(params.name)
    const answer = await callToolRoute(
      app,
      request,
      placed,
      {
        _meta: params._meta,
        arguments: argumentsOf(request.body),
        resultFrom: params._meta?.[RESULT_FROM],
      },
      { signal: mcpReq.signal, progress: () => {} },
    )
    return toMcpResult(answer, placed)
  })
  return server
}

/** Reads the arguments from the body, because the MCP SDK drops a member called `__proto__`. */
function argumentsOf(body: unknown): Record<string, unknown> {
  const params = isObject(body) ? body.params : undefined
  const sent = isObject(params) ? params.arguments : undefined
  return isObject(sent) ? sent : {}
}

/** Clients often send `arguments: null`, which the MCP SDK refuses. */
function withArguments(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.params) || body.params.arguments !== null) return body
  return { ...body, params: { ...body.params, arguments: {} } }
}

function webRequest(request: FastifyRequest, body: unknown): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
  }
  return new Request(`http://localhost${request.url}`, {
    method: 'POST',
    headers,
    body: stringifyJson(body),
  })
}

function unknownTool(name: string): CallToolResult {
  const error = new ToolError('unknown_tool', `There is no tool '${name.slice(0, 64)}' here.`)
  return { content: [{ type: 'text', text: error.message }], isError: true }
}
