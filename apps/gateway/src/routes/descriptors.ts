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
  type PlacedTool,
  stringifyJson,
  ToolError,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import { Subjects, selectTools } from '../tool-call/select-tools.ts'
import { secondsFrom } from './shapes.ts'
import { typed } from './typed.ts'

type Options = { catalog: Catalog; services: Services; publicUrl: () => string }

const HOUR = 60 * 60

const Selection = {
  format: Type.Union(
    FORMATS.map((format) => Type.Literal(format)),
    { default: 'subconscious', description: 'Whose form the descriptors have.' },
  ),
  ...Subjects,
  mcp: Type.Boolean({
    default: false,
    description:
      'One entry for all of the tools in place of one for each: this gateway as an MCP server, in the subconscious format.',
  }),
}
const TOOLS = 'Only these tools; without a subject, of those that need none.'
const PLATFORM = 'Ids of platform tools to list as well, in the subconscious format.'

const Query = Type.Object({
  ...Selection,
  tools: Type.Optional(Type.String({ description: `${TOOLS} Names with commas between them.` })),
  platform: Type.Optional(Type.String({ description: `${PLATFORM} With commas between them.` })),
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
    description: 'Seconds until the new key ends.',
  }),
})

const Descriptors = Type.Array(Type.Object({}, { additionalProperties: true }), {
  description: 'One descriptor per tool, ready to hand to a model or its host.',
})

export function descriptorRoutes(app: FastifyInstance, options: Options): void {
  const { services } = options
  const routes = typed(app)
  const tags = ['Descriptors']

  routes.get(
    '/v1/descriptors',
    {
      config: { limitedKeys: true },
      schema: {
        operationId: 'get_descriptors',
        summary: 'The tools that this key may call, in the form your model takes',
        tags,
        querystring: Query,
        response: {
          200: Descriptors,
          304: Type.Null({ description: 'Nothing has changed since the ETag in If-None-Match.' }),
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
      schema: {
        operationId: 'create_descriptors',
        summary: 'The same with a new key in them, which reaches these tools only and soon ends',
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
      // Formats without a place for headers still have to learn the key.
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

function refuseDenied(placed: PlacedTool[], permitted: PlacedTool[], holder: Caller): void {
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

/** Who will hold the new key: an agent itself, or the agent that the operator names. */
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
    throw new ToolError('forbidden', 'An agent can make such a key for itself only.')
  return keyring.authenticate(apiKey, { workspace: caller.workspace, agent })
}

/** What a call must carry to be made by the one who asked. */
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

/** Subconscious alone has entries that are no functions. */
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
  placed: PlacedTool[],
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

/** Where an MCP client is shown the same tools. */
function mcpPath(subjects: Record<string, string>, names: readonly string[] | undefined): string {
  const query = new URLSearchParams({ ...subjects, ...(names && { tools: names.join(',') }) })
  return query.size === 0 ? '/mcp' : `/mcp?${query}`
}

/** An MCP entry has a place for the key and for nothing else. */
function withKeyAlone(connection: Connection): Connection {
  if (Object.keys(connection.headers).length === 1) return connection
  throw new ToolError(
    'invalid_input',
    "Parameter 'mcp' goes with a key of the agent: an MCP entry cannot carry x-agent or x-workspace.",
    { suggestion: 'Ask with a key of the agent, or make one by POST /v1/descriptors.' },
  )
}

/** With an ETag, so that a host can ask every time and is told when something changed. */
function send(request: FastifyRequest, reply: FastifyReply, descriptors: object[]) {
  const text = stringifyJson(descriptors)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').serializer(String).send(text)
}

/** A list of tags, which a proxy may have marked as weak on their way. */
function isKnown(sent: string | undefined, etag: string): boolean {
  const tags = sent?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
