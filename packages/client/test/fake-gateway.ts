import { createHash } from 'node:crypto'
import { readText, startServer } from './http-server.ts'

type Tool = (parameters: Record<string, unknown>) => unknown
export type Call = {
  path: string
  parameters: unknown
  request_id: string
  tool_call_id: string
  headers: Record<string, unknown>
}
export type Listing = { format: string; status: number }

type Options = {
  /** Tools that are served, although no list has them. */
  unlisted?: Record<string, Tool>
  /** Tools that the list marks as reading only. */
  readers?: readonly string[]
  /** The schema version in the descriptors. */
  version?: () => number
}

/** A gateway as a tool loop sees it: descriptors in every format, and the tools. */
export async function fakeGateway(tools: Record<string, Tool>, options: Options = {}) {
  const calls: Call[] = []
  const listings: Listing[] = []
  const url = await startServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(status === 304 ? '' : JSON.stringify(body))
    }
    if (request.headers['x-api-key'] !== 'key') return reply(401, { error: 'Unknown key' })
    if (pathname === '/v1/descriptors') {
      const format = searchParams.get('format') ?? ''
      const body = describe(format, Object.keys(tools), options)
      const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`
      const status = request.headers['if-none-match'] === etag ? 304 : 200
      listings.push({ format, status })
      return reply(status, body, { etag })
    }
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    const body = JSON.parse(await readText(request))
    calls.push({ ...body, path: pathname, headers: request.headers })
    const tool = tools[name] ?? options.unlisted?.[name]
    if (tool === undefined) {
      const error = `Unknown tool '${name}'.`
      return reply(404, { success: false, error, code: 'unknown_tool' })
    }
    try {
      const { parameters } = body
      const input = typeof parameters === 'string' ? JSON.parse(parameters) : parameters
      reply(200, (await tool(input)) ?? null)
    } catch (error) {
      const {
        message,
        code = 'internal',
        retryable,
      } = error as Error & {
        code?: string
        retryable?: boolean
      }
      reply(500, { success: false, error: message, code, retryable })
    }
  })
  return { url, calls, listings, options: { url, key: 'key' } }
}

const PARAMETERS = { type: 'object', properties: {}, required: [] }

function describe(format: string, names: string[], { version, readers }: Options): unknown[] {
  if (format === 'gemini') {
    return [{ functionDeclarations: names.map((name) => ({ name, description: 'A tool.' })) }]
  }
  return names.map((name) => {
    if (format === 'openai') return { type: 'function', function: { name, parameters: PARAMETERS } }
    if (format === 'openai-responses') {
      return { type: 'function', name, parameters: PARAMETERS, strict: false }
    }
    if (format === 'mcp') return { name, annotations: { readOnlyHint: readers?.includes(name) } }
    if (format === 'anthropic') return { name, input_schema: PARAMETERS }
    return {
      type: 'function',
      name,
      url: `https://public.example/base/v1/tools/${name}`,
      method: 'POST',
      headers: {
        'x-api-key': 'YOUR_AGENT_KEY',
        ...(version && { 'x-schema-version': String(version()) }),
      },
    }
  })
}
