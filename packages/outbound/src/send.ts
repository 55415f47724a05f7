import type { Dispatcher } from 'undici'
import { type ResponseHead, startExchange } from './exchange.ts'
import type { OutboundRequest } from './outbound.ts'

export type Answer = ResponseHead & {
  readonly text: string
  /** The body as received; `text` is its UTF-8 reading. */
  readonly bytes: Uint8Array
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean
}

const MAX_BYTES = 64 * 1024

/** Sends one request and collects at most `maxBytes` of its response. */
export function send(agent: Dispatcher, url: URL, request: OutboundRequest): Promise<Answer> {
  const { maxBytes = MAX_BYTES } = request
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const chunks: Buffer[] = []
  let size = 0
  let head: ResponseHead = { status: 0, headers: {} }

  const answer = (truncated: boolean) => {
    const bytes = Buffer.concat(chunks)
    resolve({ ...head, text: bytes.toString('utf8'), bytes, truncated })
  }
  const exchange = startExchange(agent, url, request, {
    onHead: (received) => {
      head = received
    },
    onChunk: (chunk) => {
      const room = maxBytes - size
      chunks.push(chunk.subarray(0, room))
      size += Math.min(chunk.length, room)
      if (chunk.length <= room) return
      answer(true)
      exchange.stop()
    },
    onEnd: () => answer(false),
    onError: reject,
  })
  return promise
}
