import { AsyncLocalStorage } from 'node:async_hooks'
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerEventBus,
  type Tool,
} from '@modelcontextprotocol/server'
import { describeTool } from '@quartermaster/descriptors'
import { ToolError } from '@quartermaster/toolkit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { unknownTool } from '../tool-call/find-tool.ts'
import { asOffered, type Subjects } from '../tool-call/select-tools.ts'
import { VERSION } from '../version.ts'
import { callTool, isStructured, type McpMessage, type McpOptions } from './call-tool.ts'
import type { RunningCalls } from './running-calls.ts'
import { toMcpResult } from './to-mcp-result.ts'

export type SdkHandler = {
  fetch(message: McpMessage): Promise<Response>
  close(): Promise<void>
}

const CONNECTION = { publicUrl: 'http://localhost', headers: {} }

/** Answers messages with the MCP SDK. */
export function createSdkHandler(
  app: FastifyInstance,
  options: McpOptions,
  running: RunningCalls,
): SdkHandler {
  // The bus does not receive the request, so `fetch` passes on the workspace.
  const workspace = new AsyncLocalStorage<string>()
  const bus: ServerEventBus = {
    publish() {},
    subscribe: (listener) =>
      options.services.toolChanges.subscribe(workspace.getStore() ?? '', () =>
        listener({ kind: 'tools_list_changed' }),
      ),
  }
  const handler: McpHttpHandler = createMcpHandler(
    (context) => createServer(app, options, running, messageOf(context), context.era),
    {
      bus,
      onerror: (error) => app.log.debug({ err: error }, 'an MCP message could not be served'),
    },
  )
  return {
    async fetch(message) {
      const { request, signal } = message
      const web = new Request(`http://localhost${request.url}`, {
        method: 'POST',
        headers: headersOf(request),
        signal,
      })
      running.cancel(request)
      const response = await workspace.run(request.caller.workspaceId, () =>
        handler.fetch(web, { parsedBody: request.body, authInfo: authInfo(message) }),
      )
      running.addSession(request, response)
      return response
    },
    close: () => handler.close(),
  }
}

// The SDK passes `authInfo` through to the server factory.
const authInfo = (message: McpMessage) => ({
  token: '',
  clientId: message.request.caller.agent,
  scopes: [],
  extra: { message },
})

function messageOf({ authInfo }: McpRequestContext): McpMessage {
  const message = authInfo?.extra?.message
  if (message === undefined) throw new Error('The MCP handler was called without a message')
  return message as McpMessage
}

function createServer(
  app: FastifyInstance,
  options: McpOptions,
  running: RunningCalls,
  message: McpMessage,
  era: McpRequestContext['era'],
): Server {
  const { subjects, outputSchemas = era === 'modern' } = message
  const server = new Server(
    { name: 'quartermaster', version: VERSION },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: 'Tools of the Quartermaster gateway.',
      cacheHints: { 'tools/list': { ttlMs: listLifetime(subjects), cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', async () => ({
    tools: message.offered
      .filter(({ isPermitted }) => isPermitted)
      .map((tool) => describeTool('mcp', asOffered(tool), CONNECTION, { outputSchemas }) as Tool),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    // Denied tools are called too: their own route answers with the error.
    const found = message.offered.find(({ name }) => name === params.name)
    if (found === undefined) throw await refuseUnknown(app, options, message, params.name)
    const answer = await callTool(app, options, running, message, found, {
      meta: params._meta,
      signal: context.mcpReq.signal,
      progress: progressOf(params._meta?.progressToken, context),
    })
    return toMcpResult(answer, isStructured(found))
  })
  return server
}

/**
 * How long a client may cache its list. The tools of a table depend on its columns, which agents change
 * while they work; the other tools change when an operator acts.
 */
const listLifetime = (subjects: Subjects): number =>
  Object.values(subjects).some((ids) => ids !== undefined) ? 0 : 60_000

function progressOf(token: string | number | undefined, { mcpReq }: ServerContext) {
  return (progress: number, total?: number, message?: string) => {
    if (token === undefined) return
    const params = { progressToken: token, progress, total, message }
    // A disconnected client receives no progress; its signal cancels the call.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** The error for an unknown tool: that of the tool's route, as a protocol error. */
async function refuseUnknown(
  app: FastifyInstance,
  { catalog, services }: McpOptions,
  { request, offered, subjects }: McpMessage,
  name: string,
): Promise<ProtocolError> {
  const { caller } = request
  let failure: ToolError | undefined
  for (const family of catalog.families) {
    const ids = [subjects[family.binding as keyof Subjects] ?? []].flat()
    for (const id of ids) {
      failure ??= await family.explainMissing?.(id, name, { caller, services: services.forTools })
    }
  }
  failure ??= missingSubject(catalog, subjects, name)
  const permitted = offered.filter(({ isPermitted }) => isPermitted)
  failure ??= unknownTool(
    name,
    permitted.map((tool) => tool.name),
    'List the tools again with tools/list.',
  )
  app.logRefusedCall(request, name, failure)
  const { message, suggestion, code } = failure
  const data = { code, suggestion, request_id: request.id }
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${message} ${suggestion}`, data)
}

/** For a tool that another address of the connection would offer. */
function missingSubject(
  { groups, families }: Catalog,
  subjects: Subjects,
  name: string,
): ToolError | undefined {
  const isBound = Object.values(subjects).some((ids) => ids !== undefined)
  if (isBound && groups.some(({ tools }) => tools.some((tool) => tool.name === name))) {
    return new ToolError('unknown_tool', `The tool '${name}' is not offered at this address.`, {
      suggestion: 'Connect to /mcp, or add tools=* to the address to have all tools.',
    })
  }
  const family = families.find(({ genericTools }) =>
    genericTools.some((tool) => tool.name === name),
  )
  if (family === undefined) return undefined
  const { binding } = family
  return new ToolError('unknown_tool', `The tool '${name}' belongs to a ${binding}.`, {
    suggestion: `Connect to /mcp?${binding}=ID for the tools of one ${binding}.`,
  })
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
  }
  return headers
}
