import { type ResultBlock, readContent } from './content.ts'
import { encodeHeader } from './encode-header.ts'
import { listTools } from './list-tools.ts'

/** The gateway's address, the key, and the tools to use. */
export type GatewayOptions = {
  /** For example http://127.0.0.1:8080. */
  readonly url: string
  readonly key: string
  /** With the root key: the agent and the workspace to act as. */
  readonly agent?: string
  readonly workspace?: string
  /** Only these tools. */
  readonly tools?: readonly string[]
  /** The tools of a table, a document, a toolset or a thread. */
  readonly table?: string
  readonly document?: string
  readonly toolset?: string
  readonly thread?: string
  readonly fetch?: typeof fetch
  readonly signal?: AbortSignal
}

export type ToolCall = {
  readonly id: string
  readonly name: string
  /** The arguments as the model wrote them: an object, or JSON text, which may be malformed. */
  readonly input: unknown
}

export type ToolResult = {
  readonly id: string
  readonly name: string
  /** The JSON text of the answer. */
  readonly text: string
  /** The answer as text and images. */
  readonly blocks: readonly ResultBlock[]
  readonly isError: boolean
}

export type Gateway = {
  /** The tools in a vendor's format. Asks with an ETag, so that an unchanged list costs little. */
  describe(format: string): Promise<unknown[]>
  /** The names of the tools that only read. Empty if they cannot be listed. */
  readers(): Promise<ReadonlySet<string>>
  /** A failure is a result with `isError`, for the model to read. Throws only when aborted. */
  call(call: ToolCall): Promise<ToolResult>
}

type Answer = { readonly text: string; readonly isError: boolean }
type Endpoint = { readonly path: string; readonly headers: Readonly<Record<string, string>> }

const MAX_ATTEMPTS = 3
const MAX_WAIT_SECONDS = 10

export function connectGateway(options: GatewayOptions): Gateway {
  const { key, agent, workspace, signal = null } = options
  const baseUrl = options.url.replace(/\/+$/, '')
  const send = options.fetch ?? fetch
  const headers = {
    'x-api-key': key,
    ...(agent !== undefined && { 'x-agent': encodeHeader(agent) }),
    ...(workspace !== undefined && { 'x-workspace': encodeHeader(workspace) }),
  }
  const describe = listTools({ ...options, url: baseUrl, fetch: send, headers })
  const run = crypto.randomUUID()
  let calls = 0

  /** The listed endpoint of a tool, or the paths where the gateway may serve it unlisted. */
  const findEndpoints = async (name: string): Promise<Endpoint[]> => {
    const listed = (await describe('subconscious')) as Listed[]
    const found = listed.find((tool) => tool.name === name)
    if (found !== undefined) return [endpointOf(found)]
    return unlistedPaths(options, name).map((path) => ({ path, headers: {} }))
  }

  const post = async (endpoint: Endpoint, body: string, attempt = 1): Promise<Answer> => {
    try {
      const response = await send(baseUrl + endpoint.path, {
        method: 'POST',
        headers: { ...headers, ...endpoint.headers, 'content-type': 'application/json' },
        body,
        signal,
      })
      const answer = { text: await response.text(), isError: !response.ok }
      if (!isTransient(answer) || attempt === MAX_ATTEMPTS) return answer
      await wait(Number(response.headers.get('retry-after') ?? 0) || attempt)
    } catch (error) {
      if (signal?.aborted || attempt === MAX_ATTEMPTS) throw error
      await wait(attempt)
    }
    return post(endpoint, body, attempt + 1)
  }
  const wait = (seconds: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, Math.min(seconds, MAX_WAIT_SECONDS) * 1000)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })

  const call = async ({ id, name, input }: ToolCall): Promise<ToolResult> => {
    const result = ({ text, isError }: Answer): ToolResult => {
      const content = readContent(text)
      return { id, name, text, blocks: content.blocks, isError: isError || content.isError }
    }
    const body = JSON.stringify({
      tool_name: name,
      parameters: input ?? {},
      tool_call_id: id,
      // Makes retries of this call safe. The model's id is not unique: some count from 1.
      request_id: `${run}-${++calls}`,
    })
    try {
      let answer: Answer = { text: unknownTool(name), isError: true }
      for (const endpoint of await findEndpoints(name)) {
        answer = await post(endpoint, body)
        if (!isUnknownTool(answer)) break
      }
      return result(answer)
    } catch (error) {
      signal?.throwIfAborted()
      const message = `The gateway could not be reached: ${(error as Error).message}`
      return result({ text: JSON.stringify({ success: false, error: message }), isError: true })
    }
  }
  const readers = async () => {
    try {
      const listed = (await describe('mcp')) as Annotated[]
      return new Set(listed.filter(isReader).map(({ name }) => name))
    } catch {
      signal?.throwIfAborted()
      return new Set<string>()
    }
  }
  return { describe, readers, call }
}

type Annotated = { readonly name: string; readonly annotations?: { readOnlyHint?: boolean } }

const isReader = ({ annotations }: Annotated): boolean => annotations?.readOnlyHint === true

type Listed = {
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The public URL in a descriptor may be that of a proxy; the call goes to `options.url`. */
function endpointOf({ url, headers = {} }: Listed): Endpoint {
  const version = headers['x-schema-version']
  return {
    path: url.slice(url.indexOf('/v1/')),
    // Only the version: the descriptor of a root key holds a placeholder instead of the key.
    headers: version === undefined ? {} : { 'x-schema-version': version },
  }
}

const COLLECTIONS = {
  table: 'tables',
  document: 'documents',
  toolset: 'toolsets',
  thread: 'threads',
} as const

function unlistedPaths(options: GatewayOptions, name: string): string[] {
  if (!/^[\w-]{1,64}$/.test(name)) return []
  const subjects = Object.entries(COLLECTIONS).flatMap(([subject, collection]) => {
    const id = options[subject as keyof typeof COLLECTIONS]
    return id === undefined ? [] : [`/v1/${collection}/${encodeURIComponent(id)}`]
  })
  return [...subjects, '/v1'].map((path) => `${path}/tools/${name}`)
}

const unknownTool = (name: string): string =>
  JSON.stringify({ success: false, error: `There is no tool '${name}'.`, code: 'unknown_tool' })

const isUnknownTool = ({ text, isError }: Answer): boolean =>
  isError && /"code":"unknown_tool"/.test(text)

/** The same call can succeed shortly: it is still running, or the gateway was busy. */
const isTransient = ({ text, isError }: Answer): boolean =>
  isError &&
  /"code":"(in_flight|rate_limited|unavailable)"/.test(text) &&
  !text.includes('"retryable":false')
