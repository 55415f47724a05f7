/** How to reach the gateway, and which of its tools. */
export type GatewayOptions = {
  /** For example http://127.0.0.1:8080. */
  readonly url: string
  readonly key: string
  /** With the root key: the agent and the workspace to act as. */
  readonly agent?: string
  readonly workspace?: string
  /** Only these tools. */
  readonly tools?: readonly string[]
  /** Those of a table, a document, a folder or a thread. */
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
  /** As the model wrote them: an object, or JSON text, which may be broken. */
  readonly input: unknown
}

export type ToolResult = {
  readonly id: string
  readonly name: string
  /** JSON text, every digit as the gateway wrote it. */
  readonly text: string
  readonly isError: boolean
}

export type Gateway = {
  /** The tools in the form that a model takes. */
  describe(format: string): Promise<unknown[]>
  /** Never fails: what went wrong is a result, for the model to read. */
  call(call: ToolCall): Promise<ToolResult>
}

type Answer = Pick<ToolResult, 'text' | 'isError'>
type Descriptor = { readonly name: string; readonly url: string; readonly headers?: object }

const ATTEMPTS = 3

export function connectGateway(options: GatewayOptions): Gateway {
  const { url, key, agent, workspace, tools, signal } = options
  const send = options.fetch ?? fetch
  const headers = {
    'x-api-key': key,
    ...(agent !== undefined && { 'x-agent': encodeName(agent) }),
    ...(workspace !== undefined && { 'x-workspace': encodeName(workspace) }),
  }
  const run = crypto.randomUUID()
  let calls = 0
  let places: Promise<Map<string, Descriptor>> | undefined

  const describe = async (format: string): Promise<unknown[]> => {
    const query = new URLSearchParams({ format, ...subjectOf(options) })
    if (tools !== undefined) query.set('tools', tools.join(','))
    const response = await send(`${url.replace(/\/+$/, '')}/v1/descriptors?${query}`, {
      headers,
      signal: signal ?? null,
    })
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(errorText(body) ?? `The gateway answered ${response.status}`)
    return body as unknown[]
  }

  /** Where each tool is called; asked for once. */
  const findPlace = async (name: string): Promise<Descriptor | string> => {
    places ??= describe('subconscious').then(
      (list) => new Map((list as Descriptor[]).map((descriptor) => [descriptor.name, descriptor])),
    )
    const known = await places
    const names = [...known.keys()].join(', ') || 'none'
    return known.get(name) ?? `There is no tool '${name}'. The tools are: ${names}.`
  }

  const post = async (place: Descriptor, body: string, attempt = 1): Promise<Answer> => {
    try {
      const response = await send(place.url, {
        method: 'POST',
        // The own key wins: descriptors for the root key contain a placeholder.
        headers: { ...place.headers, ...headers, 'content-type': 'application/json' },
        body,
        signal: signal ?? null,
      })
      const answer = { text: await response.text(), isError: !response.ok }
      if (!isPassing(answer) || attempt === ATTEMPTS) return answer
      await wait(Number(response.headers.get('retry-after') ?? 0) || attempt)
    } catch (error) {
      if (signal?.aborted || attempt === ATTEMPTS) throw error
      await wait(attempt)
    }
    return post(place, body, attempt + 1)
  }
  const wait = (seconds: number) =>
    new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 10) * 1000))

  const call = async ({ id, name, input }: ToolCall): Promise<ToolResult> => {
    const failed = (error: string): ToolResult => ({
      id,
      name,
      text: JSON.stringify({ success: false, error }),
      isError: true,
    })
    calls++
    try {
      const place = await findPlace(name)
      if (typeof place === 'string') return failed(place)
      const envelope = {
        tool_name: name,
        parameters: input ?? {},
        tool_call_id: id,
        // However often it is sent, the call happens once. Not the model's id: some begin at 1
        // in every conversation.
        request_id: `${run}-${calls}`,
      }
      return { id, name, ...(await post(place, JSON.stringify(envelope))) }
    } catch (error) {
      signal?.throwIfAborted()
      return failed(`The gateway could not be reached: ${(error as Error).message}`)
    }
  }
  return { describe, call }
}

const SUBJECTS = ['table', 'document', 'toolset', 'thread'] as const

const subjectOf = (options: GatewayOptions): Record<string, string> =>
  Object.fromEntries(
    SUBJECTS.flatMap((subject) => {
      const id = options[subject]
      return id === undefined ? [] : [[subject, id]]
    }),
  )

/** The same call can succeed in a moment: its twin runs, or there was too much at once. */
function isPassing({ text, isError }: Answer): boolean {
  return isError && /"code":"(in_flight|rate_limited|unavailable)"/.test(text)
}

const errorText = (body: unknown): string | undefined => {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : undefined
}

/** A header is bytes; the gateway reads names in it as UTF-8. */
const encodeName = (name: string): string => Buffer.from(name, 'utf8').toString('latin1')
