import type { Dispatcher } from 'undici'
import { type Exchange, type ResponseHead, startExchange } from './exchange.ts'
import type { OutboundRequest } from './outbound.ts'

export type StreamedAnswer = ResponseHead & {
  /** Read once. The connection is paused between chunks, and closed if reading stops early. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends one request and resolves with the head of its response, before the body has arrived. */
export function openResponse(
  agent: Dispatcher,
  url: URL,
  request: OutboundRequest,
): Promise<StreamedAnswer> {
  const opened = Promise.withResolvers<StreamedAnswer>()
  const chunks: Buffer[] = []
  let isOver = false
  let failure: Error | undefined
  let wake = () => {}

  const exchange = startExchange(agent, url, request, {
    onHead: (head) => opened.resolve({ ...head, body: read(exchange) }),
    onChunk: (chunk) => {
      // undici reports an empty chunk after `resume`; pausing for it would loop forever.
      if (chunk.length === 0) return
      chunks.push(chunk)
      exchange.pause()
      wake()
    },
    onEnd: () => {
      isOver = true
      wake()
    },
    onError: (error) => {
      failure = error
      opened.reject(error)
      wake()
    },
  })

  async function* read({ resume, stop }: Exchange): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = chunks.shift()
        if (chunk !== undefined) {
          yield chunk
          continue
        }
        if (failure !== undefined) throw failure
        if (isOver) return
        await new Promise<void>((resolve) => {
          wake = resolve
          resume()
        })
      }
    } finally {
      stop()
    }
  }
  return opened.promise
}
