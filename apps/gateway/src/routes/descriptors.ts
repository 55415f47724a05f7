import { createKey, Name } from '@quartermaster/access'
import {
  type Connection,
  describeTools,
  FORMATS,
  type Format,
  mcpServer,
  platformTool,
} from '@quartermaster/descriptors'
import { type Caller, lifetimeUnit, ToolError } from '@quartermaster/toolkit'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { performAct } from '../audit/perform-act.ts'
import type { Catalog } from '../catalog.ts'
import { hostDocument } from '../openapi/host-document.ts'
import { HOST_NAMES } from '../openapi/hosts.ts'
import { failures } from '../openapi/operation.ts'
import type { Services } from '../services.ts'
import {
  ALL_TOOLS,
  asOffered,
  type OfferedTool,
  SubjectQuery,
  type Subjects,
  selectTools,
} from '../tool-call/select-tools.ts'
import { splitList } from '../tool-call/split-list.ts'
import { createDescriptorCache, sendText, toAnswer } from './descriptor-cache.ts'
import { secondsFrom } from './schema/fields.ts'
import { typed } from './schema/typed.ts'

type Options = {
  catalog: Catalog
  services: Services
  /** The address under which the client of a request reaches the gateway. */
  addressFor: (request: FastifyRequest) => string
}

const HOUR = 60 * 60

const Selection = {
  format: Type.Union(
    [...FORMATS, 'openapi' as const].map((format) => Type.Literal(format)),
    {
      default: 'subconscious',
      description: 'The format. `openapi` returns one document instead of a list.',
    },
  ),
  ...SubjectQuery,
  mcp: Type.Boolean({
    default: false,
    description:
      'Returns one entry that describes this gateway as an MCP server with these tools. Only for the subconscious format.',
  }),
  strict: Type.Boolean({
    default: false,
    description: 'Strict schemas: every property is required. Only for the OpenAI formats.',
  }),
  version: Type.Optional(
    Type.Union([Type.Literal('3.0'), Type.Literal('3.1')], {
      description: 'OpenAPI version. Only for the openapi format. Default: that of the host.',
    }),
  ),
  host: Type.Optional(
    Type.Union(
      HOST_NAMES.map((name) => Type.Literal(name)),
      { description: 'The tool host that imports the document. Only for the openapi format.' },
    ),
  ),
}
const TOOLS = 'Only these tools. `*` is all tools, for use together with a table or document.'
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
    [lifetimeUnit]: 1,
    description: 'Seconds until the new key expires.',
  }),
})

const Descriptors = Type.Unsafe<unknown>({
  description:
    'One descriptor per tool, ready to pass to a model or its host; an OpenAPI document for the openapi format.',
})

export function descriptorRoutes(app: FastifyInstance, options: Options): void {
  const { services } = options
  const routes = typed(app)
  const tags = ['Descriptors']
  const cache = createDescriptorCache(() => services.toolsets.list())

  routes.get(
    '/v1/descriptors',
    {
      config: { access: 'any-key' },
      schema: {
        operationId: 'get_descriptors',
        summary: 'Get tool descriptors',
        description:
          'Returns all tools that this key may call, including those of all toolsets, in the format of a model vendor. Descriptors contain the key of the agent that asked; the root key is replaced by a placeholder, and the header x-key-hint says how to create a key.',
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
      const { caller, apiKey } = request
      if (caller.isRoot || apiKey === '') reply.header('x-key-hint', keyHint(caller))
      const publicUrl = options.addressFor(request)
      const cacheKey = `${caller.keyId} ${apiKey} ${publicUrl} ${request.url}`
      const cached = cache.find(caller.access, cacheKey)
      if (cached !== undefined) return sendText(request, reply, cached)

      const { platform, tools, ...rest } = request.query
      const wanted = readSelection({
        ...rest,
        tools: tools === undefined ? undefined : splitList(tools),
        platform: platform === undefined ? undefined : splitList(platform),
      })
      const offered = await selectTools(options, caller, wanted.subjects, wanted.tools)
      const permitted = offered.filter(({ isPermitted }) => isPermitted)
      const answer = toAnswer(
        describe({ publicUrl, headers: headersOf(request) }, permitted, wanted),
      )
      if (isCacheable(wanted.subjects)) cache.keep(caller.access, cacheKey, answer)
      return sendText(request, reply, answer)
    },
  )

  routes.post(
    '/v1/descriptors',
    {
      config: { access: 'workspace', isAct: true },
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
      const { agent, expires_in, ...rest } = request.body
      const wanted = readSelection(rest)
      const holder = await holderOf(request, agent)
      const offered = await selectTools(options, holder, wanted.subjects, wanted.tools)
      const permitted = offered.filter(({ isPermitted }) => isPermitted)
      if (isSelection(wanted)) refuseDenied(offered, permitted, holder)

      const expiresAt = secondsFrom(services.clock(), expires_in)
      const paths = permitted.map(({ path }) => path)
      const { id, key } = await performAct(services.database.db, request, async (trx) => {
        const limits = { expiresAt, paths }
        const result = await createKey(trx, holder.workspaceId, holder.agent, limits)
        const after = { agent: holder.agent, expires_at: expiresAt, paths }
        return { result, change: { kind: 'key', name: result.id, after } }
      })
      // Most formats have no field for headers, so the key is also sent as a header.
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .headers({ 'x-key': key, 'x-key-id': id, 'x-key-expires': expiresAt.toISOString() })
      const connection = { publicUrl: options.addressFor(request), headers: { 'x-api-key': key } }
      return reply.send(describe(connection, permitted, wanted))
    },
  )
}

type Wanted = Omit<Static<typeof Request>, 'agent' | 'expires_in' | keyof typeof SubjectQuery> & {
  subjects: Subjects
}

type RawSelection = Omit<Wanted, 'subjects'> & Subjects

/** Separates the subjects, and refuses options that belong to another format. */
function readSelection(selection: RawSelection): Wanted {
  const { table, document, toolset, thread, ...rest } = selection
  const { format, mcp, strict, version, host, platform = [] } = rest
  const misplaced = [
    { name: 'mcp', isUsed: mcp, formats: ['subconscious'] },
    { name: 'platform', isUsed: platform.length > 0, formats: ['subconscious'] },
    { name: 'strict', isUsed: strict, formats: ['openai', 'openai-responses'] },
    { name: 'version', isUsed: version !== undefined, formats: ['openapi'] },
    { name: 'host', isUsed: host !== undefined, formats: ['openapi'] },
  ].find(({ isUsed, formats }) => isUsed && !formats.includes(format))
  if (misplaced !== undefined) {
    throw new ToolError(
      'invalid_input',
      `Parameter '${misplaced.name}' only works with the format ${misplaced.formats.join(' or ')}.`,
      { suggestion: `Leave out '${misplaced.name}', or add format=${misplaced.formats[0]}.` },
    )
  }
  const subjects = Object.fromEntries(
    Object.entries({ table, document, toolset, thread }).filter(([, id]) => id !== undefined),
  )
  return { ...rest, subjects }
}

/** Whether the caller named each tool. */
const isSelection = ({ tools }: Pick<Wanted, 'tools'>): boolean =>
  tools !== undefined && !tools.includes(ALL_TOOLS)

/** Tools of tables, documents and threads depend on rows of the database. */
const isCacheable = ({ table, document, thread }: Subjects): boolean =>
  table === undefined && document === undefined && thread === undefined

function refuseDenied(
  offered: readonly OfferedTool[],
  permitted: OfferedTool[],
  holder: Caller,
): void {
  const denied = offered.filter(({ isPermitted }) => !isPermitted).map(({ name }) => name)
  if (denied.length === 0) return
  throw new ToolError(
    'forbidden',
    `Access denied: agent '${holder.agent}' may not call ${denied.join(', ')}.`,
    { details: { permitted_tools: permitted.map(({ name }) => name) } },
  )
}

/** The holder of the new key: the calling agent, or the agent named by the operator. */
async function holderOf(request: FastifyRequest, agent: string | undefined): Promise<Caller> {
  const { caller, server } = request
  if (agent === undefined || agent === caller.agent) {
    if (caller.agent !== 'root') return caller
    throw new ToolError(
      'invalid_input',
      "Parameter 'agent' must name the agent that will hold the key.",
      { suggestion: "Add 'agent': the name of an agent. GET /v1/agents lists them." },
    )
  }
  if (!caller.isRoot)
    throw new ToolError('forbidden', 'An agent can create such a key only for itself.')
  return server.authenticateAgain(request, { workspace: caller.workspace, agent })
}

/** Stands in for the root key, which must not reach a model's host. */
const PLACEHOLDER = 'YOUR_AGENT_KEY'

const headersOf = ({ caller, apiKey }: FastifyRequest): Record<string, string> => ({
  // A session has no key to write into a descriptor.
  'x-api-key': caller.isRoot || apiKey === '' ? PLACEHOLDER : apiKey,
})

function keyHint({ agent }: Caller): string {
  const name = agent === 'root' ? '{name}' : encodeURIComponent(agent)
  return `Replace ${PLACEHOLDER} by a key of an agent: POST /v1/agents/${name}/keys, or ask with that key.`
}

function describe(
  connection: Connection,
  offered: readonly OfferedTool[],
  { format, mcp, subjects, tools, strict, platform = [], host, version }: Wanted,
): object {
  const { publicUrl } = connection
  const names = offered.map(({ name }) => name)
  const routed = offered.map(asOffered)
  if (format === 'openapi') {
    return hostDocument(routed, { publicUrl, host, version, isSelection: isSelection({ tools }) })
  }
  const own = mcp
    ? [mcpServer(connection, mcpPath(subjects, tools && names), names)]
    : describeTools(format as Format, routed, connection, { strict })
  return [...own, ...Array.from(new Set(platform), platformTool)]
}

/** The MCP path that offers the same tools. */
function mcpPath(subjects: Subjects, names: readonly string[] | undefined): string {
  const query = new URLSearchParams()
  for (const [binding, ids = []] of Object.entries(subjects)) {
    for (const id of [ids].flat()) query.append(binding, id)
  }
  if (names !== undefined) query.set('tools', names.join(','))
  return query.size === 0 ? '/mcp' : `/mcp?${query}`
}
