type Options = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof fetch
  readonly signal?: AbortSignal
  readonly tools?: readonly string[]
  readonly table?: string
  readonly document?: string
  readonly toolset?: string
  readonly thread?: string
}

type Listing = { readonly etag: string | null; readonly tools: unknown[] }

/** Returns a function that lists the current tools; a list that has not changed is kept (304). */
export function listTools(options: Options): (format: string) => Promise<unknown[]> {
  const known = new Map<string, Listing>()

  return async (format) => {
    const earlier = known.get(format)
    const response = await options.fetch(
      `${options.url}/v1/descriptors?${query(options, format)}`,
      {
        headers: {
          ...options.headers,
          ...(earlier?.etag && { 'if-none-match': earlier.etag }),
        },
        signal: options.signal ?? null,
      },
    )
    if (response.status === 304 && earlier !== undefined) return earlier.tools
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(errorText(body) ?? `The gateway answered ${response.status}`)
    const tools = body as unknown[]
    known.set(format, { etag: response.headers.get('etag'), tools })
    return tools
  }
}

function query({ tools, table, document, toolset, thread }: Options, format: string): string {
  const entries = Object.entries({
    format,
    tools: tools?.join(','),
    table,
    document,
    toolset,
    thread,
  })
  return new URLSearchParams(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
}

const errorText = (body: unknown): string | undefined => {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : undefined
}
