import { createHash } from 'node:crypto'
import { createKey, Name } from '@quartermaster/access'
import {
  type Connection,
  describeTool,
  FORMATS,
  type Format,
  mcpServer,
  platformTool,
} from '@quartermaster/descriptors'
import {
  type Caller,
  mayCall,
  type RoutedTool,
  stringifyJson,
  ToolError,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Subjects, selectTools } from '../tool-call/select-tools.ts'
import { secondsFrom } from './schema/fields.ts'
import { typed } from './schema/typed.ts'

type Options = { catalog: Catalog; services: Services; publicUrl: () => string }

const HOUR = 60 * 60

const Selection = {
  format: Type.Union(
    FORMATS.map((format) => Type.Literal(format)),
    { default: 'subconscious', description: 'The format of the descriptors.' },
  ),
  ...Subjects,
  mcp: Type.Boolean({
    default: false,
    description:
      'Returns one entry that describes this gateway as an MCP server with these tools. Only for the subconscious format.',
  }),
}
const TOOLS = 'Only these tools.'
const PLATFORM = 'Ids of platform tools to add. Only for the subconscious format.'

const Query = Type.Object({
  ...Selection,
  tools: Type.Optional(Type.String({ description: `${TOOLS} Comma-separated names.` })),
  platform: Type.Optional(Type.String({ description: `${PLATFORM} Comma-separated ids.` })),
})

const List = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 1000, description }))

const Request = Type.Object({
  ...Selection,
  agent: Type.Optional(Name),
  tools: List(TOOLS),
  platform: List(PLATFORM),
  expires_in: Type.Integer({
    default: HOUR,
    minimum: 1,
    maximum: 30 * 24 * HOUR,
    description: 'Seconds until the new key expires.',
  }),
})

const Descriptors = Type.Array(Type.Object({}, { additionalProperties: true }), {
  description: 'One descriptor per tool, ready to pass to a model or its host.',
})

export function descriptorRoutes(app: FastifyInstance, options: Options): void {
  const { services } = options
  const routes = typed(app)
  const tags = ['Descriptors']

  routes.get(
    '/v1/descriptors',
    {
      config: { access: 'any-key' },
      schema: {
        operationId: 'get_descriptors',
        summary: 'Get tool descriptors',
        description: 'Returns the tools that this key may call, in the format of a model vendor.',
        tags,
        querystring: Query,
        response: {
          200: Descriptors,
          304: Type.Null({ description: 'Not modified since the ETag in If-None-Match.' }),
          ...failures(400, 401, 404),
        },
      },
    },
    async (request, reply) => {
      const { platform, format, mcp, ...selection } = request.query
      const { tools, ...subjects } = { ...selection, tools: split(selection.tools) }
      const wanted = { format, mcp, subjects, tools, platform: split(platform) }
      checkFormat(wanted)
      const placed = await selectTools(options, request.caller, subjects, tools)
      const permitted = placed.filter((tool) => mayCall(request.caller.access, tool))
      return send(request, reply, describe(options, permitted, headersOf(request), wanted))
    },
  )

  routes.post(
    '/v1/descriptors',
    {
      config: { access: 'workspace' },
      schema: {
        operationId: 'create_descriptors',
        summary: 'Create tool descriptors with a short-lived key',
        description:
          'Returns descriptors with a new key that may call these tools only. The key is also in the header x-key.',
        tags,
        body: Request,
        response: { 201: Descriptors, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { tools, platform, agent, expires_in, format, mcp, ...subjects } = request.body
      const wanted = { format, mcp, subjects, tools, platform }
      checkFormat(wanted)
      const holder = await holderOf(request, agent, services)
      const placed = await selectTools(options, holder, subjects, tools)
      const permitted = placed.filter((tool) => mayCall(holder.access, tool))
      if (tools !== undefined) refuseDenied(placed, permitted, holder)

      const expiresAt = secondsFrom(services.clock(), expires_in)
      const paths = permitted.map(({ path }) => path)
      const { id, key } = await createKey(services.database.db, holder.workspaceId, holder.agent, {
        expiresAt,
        paths,
      })
      // Most formats have no field for headers, so the key is also sent as a header.
      reply
        .code(201)
        .headers({ 'x-key': key, 'x-key-id': id, 'x-key-expires': expiresAt.toISOString() })
      return reply.send(describe(options, permitted, { 'x-api-key': key }, wanted))
    },
  )
}

const split = (list: string | undefined): string[] | undefined =>
  list
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)

function refuseDenied(placed: RoutedTool[], permitted: RoutedTool[], holder: Caller): void {
  const denied = placed.filter((tool) => !permitted.includes(tool)).map(({ tool }) => tool.name)
  if (denied.length === 0) return
  throw new ToolError(
    'forbidden',
    `Access denied: agent '${holder.agent}' may not call ${denied.join(', ')}.`,
    {
      details: { permitted_tools: permitted.map(({ tool }) => tool.name) },
    },
  )
}

/** The holder of the new key: the calling agent, or the agent named by the operator. */
async function holderOf(
  request: FastifyRequest,
  agent: string | undefined,
  { keyring }: Services,
): Promise<Caller> {
  const { caller, apiKey } = request
  if (agent === undefined || agent === caller.agent) {
    if (caller.agent !== 'root') return caller
    throw new ToolError(
      'invalid_input',
      "Parameter 'agent' must name the agent that will hold the key.",
    )
  }
  if (!caller.isRoot)
    throw new ToolError('forbidden', 'An agent can create such a key only for itself.')
  return keyring.authenticate(apiKey, { workspace: caller.workspace, agent })
}

/** The headers that authenticate a call as the current caller. */
function headersOf({ caller, apiKey }: FastifyRequest): Record<string, string> {
  if (!caller.isRoot) return { 'x-api-key': apiKey }
  return {
    'x-api-key': apiKey,
    ...(caller.workspace !== 'default' && { 'x-workspace': caller.workspace }),
    ...(caller.agent !== 'root' && { 'x-agent': caller.agent }),
  }
}

type Wanted = {
  format: Format
  mcp: boolean
  subjects: Record<string, string>
  tools: readonly string[] | undefined
  platform: readonly string[] | undefined
}

/** Only the subconscious format has entries other than functions. */
function checkFormat({ format, mcp, platform = [] }: Wanted): void {
  if (format === 'subconscious') return
  const name = mcp ? 'mcp' : 'platform'
  if (!mcp && platform.length === 0) return
  throw new ToolError(
    'invalid_input',
    `Parameter '${name}' goes with the format subconscious only.`,
  )
}

function describe(
  { publicUrl }: Options,
  placed: RoutedTool[],
  headers: Record<string, string>,
  { format, mcp, subjects, tools, platform = [] }: Wanted,
): object[] {
  const connection = { publicUrl: publicUrl(), headers }
  const names = placed.map(({ tool }) => tool.name)
  const own = mcp
    ? [mcpServer(withKeyAlone(connection), mcpPath(subjects, tools && names), names)]
    : placed.map((tool) => describeTool(format, tool, connection))
  return [...own, ...Array.from(new Set(platform), platformTool)]
}

/** The MCP path that offers the same tools. */
function mcpPath(subjects: Record<string, string>, names: readonly string[] | undefined): string {
  const query = new URLSearchParams({ ...subjects, ...(names && { tools: names.join(',') }) })
  return query.size === 0 ? '/mcp' : `/mcp?${query}`
}

/** An MCP entry can carry a key, but no other headers. */
function withKeyAlone(connection: Connection): Connection {
  if (Object.keys(connection.headers).length === 1) return connection
  throw new ToolError(
    'invalid_input',
    "Parameter 'mcp' goes with a key of the agent: an MCP entry cannot carry x-agent or x-workspace.",
    { suggestion: 'Use a key of the agent, or create one with POST /v1/descriptors.' },
  )
}

/** Sends an ETag, so that a host can poll for changes cheaply. */
function send(request: FastifyRequest, reply: FastifyReply, descriptors: object[]) {
  const text = stringifyJson(descriptors)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').serializer(String).send(text)
}

/** `If-None-Match` is a list of tags that a proxy may have marked as weak. */
function isKnown(sent: string | undefined, etag: string): boolean {
  const tags = sent?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
