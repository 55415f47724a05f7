import { GatewayError } from '@quartermaster/client'
import { type EventMessage, parseEvents } from './parse-events.ts'
import { send } from './request.ts'

type Options = {
  readonly onEvent: (event: EventMessage) => void
  /** The id of the last event that was seen before; events after it are sent first. */
  readonly after?: string | undefined
  readonly onState: (state: 'connecting' | 'live') => void
  readonly signal: AbortSignal
}

const RETRY_MS = 2000

/**
 * Follows `GET /v1/events` until `signal` is aborted. After a lost connection it continues after the
 * last event. `fetch` in place of `EventSource`, which cannot send the workspace as a header.
 */
export async function followEvents({ after, onEvent, onState, signal }: Options): Promise<void> {
  let lastId = after
  while (!signal.aborted) {
    onState('connecting')
    try {
      const headers: Record<string, string> =
        lastId === undefined ? {} : { 'last-event-id': lastId }
      const body = await send<ReadableStream<Uint8Array<ArrayBuffer>> | null>('get', '/v1/events', {
        headers,
        signal,
        parseAs: 'stream',
      })
      if (body === null) return
      onState('live')
      const reader = body.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ''
      for (;;) {
        const { done, value = '' } = await reader.read()
        if (done) break
        const parsed = parseEvents(rest + value)
        rest = parsed.rest
        for (const event of parsed.events) {
          lastId = event.id ?? lastId
          onEvent(event)
        }
      }
    } catch (error) {
      // The key may not see events, or the session has ended: trying again would not help.
      if (error instanceof GatewayError && [401, 403].includes(error.status)) return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
