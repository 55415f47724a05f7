/** An answer with an error status. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number
  /** A code from docs/errors.md, if the gateway itself answered. */
  readonly code: string | undefined
  readonly suggestion: string | undefined
  /** The whole body. */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const { error, code, suggestion } = membersOf(body)
    // JSON-RPC errors, those of MCP, are objects.
    super(
      textOf(error) ??
        textOf(membersOf(error).message) ??
        `The gateway answered with status ${status}.`,
    )
    this.status = status
    this.code = textOf(code)
    this.suggestion = textOf(suggestion)
    this.body = body
  }
}

type Answer<Data> = {
  readonly data?: Data
  readonly error?: unknown
  readonly response: { readonly status: number; readonly ok: boolean }
}

/** The data of an answer; throws a `GatewayError` for an error status. */
export async function unwrap<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await answer
  if (!response.ok) throw new GatewayError(response.status, error)
  return data as Data
}

type Page<Name extends string> = { readonly next_cursor?: string | null } & Readonly<
  Record<Name, readonly unknown[]>
>

/** All entries of a list, page after page, up to `limit`. */
export async function listAll<Name extends string, Data extends Page<Name>>(
  name: Name,
  fetchPage: (cursor: string | undefined) => Promise<Answer<Data>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Data[Name][number][]> {
  const entries: Data[Name][number][] = []
  let cursor: string | undefined
  do {
    const page: Data = await unwrap(fetchPage(cursor))
    entries.push(...page[name])
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && entries.length < limit)
  return entries.slice(0, limit)
}

const membersOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
