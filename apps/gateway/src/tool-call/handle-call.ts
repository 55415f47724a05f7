import type { Database } from '@quartermaster/db'
import {
  type Arguments,
  type ContentBlock,
  capAnswer,
  closestName,
  type Method,
  mayCall,
  parseOwnJson,
  parseQueryArguments,
  type RoutedTool,
  readInput,
  stringifyJson,
  type Tool,
  ToolError,
  unwrapEnvelope,
} from '@quartermaster/toolkit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isContentAnswer } from './content-answer.ts'
import { execute } from './execute.ts'
import { answerLimitFor, withoutPathParameters } from './host-habits.ts'
import { findStoredAnswer } from './run-once.ts'

export type CallOptions<Services> = {
  readonly services: Services
  readonly answerLimit: number
  readonly clock: () => Date
}

/** The tools at one place: all that a request's path can mean. */
export type Place<Services> = {
  readonly tools: readonly Tool<Services>[]
  readonly pathOf: (tool: Tool) => string
  /** Why there is no tool of this name, where there is more to say than that. */
  readonly missing?: (name: string) => Promise<ToolError | undefined>
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** From a request at a tool's path to its answer: the order of the steps is the contract. */
export const handleCall =
  <Services extends { db: Database }>(
    findPlace: (request: FastifyRequest) => Promise<Place<Services>>,
    options: CallOptions<Services>,
  ): Handler =>
  async (request, reply) => {
    const name = request.routeOptions.config.toolName ?? (request.params as { name: string }).name
    const place = await findPlace(request)
    const tool = await findTool(place, name)
    const path = place.pathOf(tool)
    const entry: CallEntry = { tool: tool.name, path, arguments: {}, replayed: false }
    request.toolCall = entry

    const method = allowedMethod(tool, request.method)
    const sent =
      method === 'GET' ? argumentsFromQuery(tool, request) : unwrapEnvelope(tool, request.body)
    const parameters = withoutPathParameters(tool, sent.parameters, request.params)
    entry.arguments = parameters
    const { services, clock } = options
    const now = clock()
    const from = readFrom(request)
    const identity = identify(request, sent, tool.owner ? `${path} ${tool.owner}` : path)
    const once = identity && { identity, sent: parameters, now }
    const mayRepeat = tool.effect === 'read' || once !== undefined
    const permitted = () => checkAccess({ tool, path }, place, request)
    const call = {
      ...{ services, now },
      ...{ caller: request.caller, requestId: request.id, log: request.log },
      metadata: sent.metadata,
    }
    const outcome = await readArguments(tool, parameters, request, services).then(
      (input) => {
        permitted()
        const toolCallId = sent.toolCallId ?? sent.requestId
        return execute({ tool, input, call, toolCallId, once })
      },
      async (error) => {
        // What was answered once is answered again, also if the tool has changed since.
        const earlier = once && (await findStoredAnswer(services.db, once))
        if (earlier === undefined) throw error
        permitted()
        return earlier
      },
    )
    entry.replayed = outcome.replayed
    if (outcome.replayed) reply.header('idempotency-replayed', 'true')
    const limit = answerLimitFor(request, options.answerLimit)
    const answer = fit(outcome.answer, limit, from, mayRepeat)
    return reply
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(answer)
  }

async function findTool<Services>(
  { tools, missing }: Place<Services>,
  name: string,
): Promise<Tool<Services>> {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool !== undefined) return tool
  const reason = await missing?.(name)
  if (reason !== undefined) throw reason
  const near = closestName(
    name,
    tools.map((candidate) => candidate.name),
  )
  throw new ToolError(
    'unknown_tool',
    `Unknown tool '${name.replace(/[^\w-]/g, '').slice(0, 64)}'.`,
    {
      ...(near !== undefined && { suggestion: `Did you mean '${near}'?` }),
    },
  )
}

function allowedMethod(tool: Tool, method: string): Method {
  const allowed = tool.methods.find((candidate) => candidate === method)
  if (allowed !== undefined) return allowed
  const allow = tool.methods.join(', ')
  throw new ToolError(
    'method_not_allowed',
    `The tool '${tool.name}' is called by ${allow}, not by ${method}.`,
    {
      suggestion: `Send the call as ${allow}.`,
      headers: { allow },
    },
  )
}

async function readArguments<Services>(
  tool: Tool<Services>,
  parameters: Record<string, unknown>,
  request: FastifyRequest,
  services: Services,
): Promise<Record<string, unknown>> {
  return readInput(tool, await adapt(tool, parameters, request, services))
}

/** A tool that is made from something that changes knows which names its caller may have meant. */
async function adapt<Services>(
  tool: Tool<Services>,
  parameters: Record<string, unknown>,
  { caller, headers }: FastifyRequest,
  services: Services,
): Promise<Record<string, unknown>> {
  if (tool.adapt === undefined) return parameters
  const version = headers['x-schema-version']
  return tool.adapt(parameters, {
    caller,
    services,
    ...(typeof version === 'string' && { version }),
  })
}

// What a URL may say beside a tool's own arguments.
const URL_OPTIONS = ['errors', 'result_from']

function argumentsFromQuery(tool: Tool, request: FastifyRequest): Arguments {
  const query = new URL(request.url, 'http://localhost').searchParams
  for (const name of URL_OPTIONS) {
    if (!Object.hasOwn(tool.input.properties, name)) query.delete(name)
  }
  return { parameters: parseQueryArguments(tool, query), metadata: {} }
}

function checkAccess<Services>(
  placed: RoutedTool<Services>,
  place: Place<Services>,
  request: FastifyRequest,
) {
  const { access, agent } = request.caller
  if (mayCall(access, placed)) return
  const permitted = place.tools
    .filter((tool) => mayCall(access, { tool, path: place.pathOf(tool) }))
    .map((tool) => tool.name)
  const list = permitted.length === 0 ? 'none' : permitted.join(', ')
  throw new ToolError(
    'forbidden',
    `Access denied: agent '${agent}' may not call '${placed.tool.name}'. Permitted tools: ${list}.`,
    { details: { permitted_tools: permitted } },
  )
}

/** Whoever may repeat a call says so with a key: in a header, or as the id in the envelope. */
function identify(request: FastifyRequest, sent: Arguments, path: string) {
  const header = request.headers['idempotency-key']
  const key = (typeof header === 'string' && header) || sent.requestId || sent.toolCallId
  if (!key) return undefined
  if (key.length > 255 || /\p{C}/u.test(key)) {
    const message =
      'An idempotency key has at most 255 characters, none of them a control character.'
    throw new ToolError('invalid_input', message)
  }
  const { workspaceId, agent } = request.caller
  return { workspaceId, agent, path, key }
}

/** From where on the caller wants to see an answer that was too long for one page. */
function readFrom(request: FastifyRequest): number {
  const { result_from: from = '0' } = request.query as { result_from?: unknown }
  if (typeof from === 'string' && /^\d{1,9}$/.test(from)) return Number(from)
  throw new ToolError('invalid_input', "'result_from' in the URL must be a whole number.")
}

function fit(answer: string, limit: number, from: number, mayRepeat: boolean): string {
  if (from === 0 && Buffer.byteLength(answer) <= limit) return answer
  const whole = parseOwnJson(answer)
  // An image that is cut is no image.
  if (isContentAnswer(whole) && !whole.content.every(isText)) return answer
  return stringifyJson(capAnswer(whole, limit, from, mayRepeat ? undefined : () => WOULD_ACT_AGAIN))
}

const isText = (block: ContentBlock) => 'text' in block || block.kind === 'text'

const WOULD_ACT_AGAIN =
  'The rest cannot be had, since the same call would act again. A call with an Idempotency-Key can be repeated to read on.'

type CallEntry = { arguments: unknown; tool: string; path: string; replayed: boolean }

declare module 'fastify' {
  interface FastifyContextConfig {
    toolName?: string
  }
  interface FastifyRequest {
    /** What the call log will say of this call. */
    toolCall?: CallEntry
  }
}
