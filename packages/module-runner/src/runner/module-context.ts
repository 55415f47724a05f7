import type { CallContext, FetchRequest, FetchResponse, LogLevel } from './protocol.ts'

/** What a class `Tools` is made with. */
export type ToolContext = CallContext & {
  readonly logger: Readonly<Record<LogLevel, (...values: unknown[]) => void>>
  /** Aborted at the deadline; shortly after it the process is ended. */
  readonly signal: AbortSignal
  readonly secrets: Readonly<Record<string, string>>
  /** Says how far the call has come: a number from 0 to 1, a text, or any JSON. */
  readonly progress: (progress: unknown) => void
  /** Goes through the gateway's guarded client: public addresses only. */
  readonly fetch: typeof fetch
}

type Links = {
  context: CallContext
  signal: AbortSignal
  secrets: Readonly<Record<string, string>>
  log: (level: LogLevel, values: unknown[]) => void
  progress: (progress: unknown) => void
  request: (request: FetchRequest) => Promise<FetchResponse>
}

export function moduleContext(links: Links): ToolContext {
  const { context, signal, secrets, log, progress, request } = links
  const at =
    (level: LogLevel) =>
    (...values: unknown[]) =>
      log(level, values)
  return Object.freeze({
    ...context,
    logger: Object.freeze({
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
    }),
    signal,
    secrets,
    progress,
    fetch: guardedFetch(request),
  })
}

/** `fetch` whose requests the gateway makes: this process needs no network of its own. */
export const guardedFetch =
  (send: Links['request']): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const body = request.body === null ? undefined : await request.text()
    const stopped = Promise.withResolvers<never>()
    const onAbort = () => stopped.reject(request.signal.reason)
    request.signal.addEventListener('abort', onAbort, { once: true })
    try {
      const sent = send({
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(body !== undefined && { body }),
      })
      return toResponse(await Promise.race([sent, stopped.promise]))
    } finally {
      request.signal.removeEventListener('abort', onAbort)
    }
  }

const BODYLESS = [204, 205, 304]

function toResponse({ url, status, headers, text }: FetchResponse): Response {
  const response = new Response(BODYLESS.includes(status) ? null : text, { status, headers })
  return Object.defineProperty(response, 'url', { value: url })
}
