import type { FetchMessage, FetchRequest, FetchResponseHead, FromRunner } from './protocol.ts'

export type FetchClient = {
  /** `fetch` whose requests the gateway makes; the runner needs no network of its own. */
  readonly fetch: typeof fetch
  onMessage(message: FetchMessage): void
  /** Requests whose response has not ended. */
  openRequests(): number
  cancelAll(): void
}

type Exchange = {
  readonly head: PromiseWithResolvers<Response>
  /** Kept until the response has ended: a request that is collected no longer passes on that its signal was aborted. */
  readonly request: Request
  body?: ReadableStreamDefaultController<Uint8Array>
  /** Settles the pull of the stream; a further pull is made only after that. */
  onChunk?: () => void
}

const BODYLESS = [204, 205, 304]
/** What is kept of a response that the module does not read yet. */
const UNREAD_BYTES = 8 * 1024 * 1024

export function openFetchClient(send: (message: FromRunner) => void): FetchClient {
  const exchanges = new Map<number, Exchange>()
  let lastId = 0

  const start = (request: Request, sent: FetchRequest) => {
    const id = ++lastId
    const head = Promise.withResolvers<Response>()
    exchanges.set(id, { head, request })
    send({ type: 'fetch', id, request: sent })
    return { id, head: head.promise }
  }

  const cancel = (id: number, reason: unknown) => {
    const exchange = exchanges.get(id)
    if (exchange === undefined) return
    exchanges.delete(id)
    send({ type: 'fetch_cancel', id })
    exchange.head.reject(reason)
    exchange.body?.error(reason)
  }

  const respond = (id: number, exchange: Exchange, { url, status, headers }: FetchResponseHead) => {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          exchange.body = controller
        },
        pull: () => {
          const { promise, resolve } = Promise.withResolvers<void>()
          exchange.onChunk = resolve
          send({ type: 'fetch_pull', id })
          return promise
        },
        cancel: () => {
          if (exchanges.delete(id)) send({ type: 'fetch_cancel', id })
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_BYTES }),
    )
    const response = new Response(BODYLESS.includes(status) ? null : body, { status, headers })
    exchange.head.resolve(Object.defineProperty(response, 'url', { value: url }))
  }

  const onMessage = (message: FetchMessage) => {
    const exchange = exchanges.get(message.id)
    if (exchange === undefined) return
    switch (message.type) {
      case 'fetch_response':
        return respond(message.id, exchange, message.response)
      case 'fetch_chunk':
        exchange.body?.enqueue(Buffer.from(message.data, 'base64'))
        return exchange.onChunk?.()
      case 'fetch_end':
        exchanges.delete(message.id)
        return exchange.body?.close()
      case 'fetch_failed': {
        const { reason, code } = message
        const error = Object.assign(new TypeError(reason), code === undefined ? {} : { code })
        exchanges.delete(message.id)
        exchange.head.reject(error)
        exchange.body?.error(error)
      }
    }
  }

  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const body = request.body === null ? undefined : await request.text()
    const { id, head } = start(request, {
      url: request.url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { body }),
    })
    signal.addEventListener('abort', () => cancel(id, signal.reason), { once: true })
    return head
  }

  return {
    fetch,
    onMessage,
    openRequests: () => exchanges.size,
    cancelAll: () => {
      for (const id of exchanges.keys()) cancel(id, new Error('The call has ended'))
    },
  }
}
