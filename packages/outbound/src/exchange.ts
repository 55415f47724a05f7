import type { Dispatcher } from 'undici'
import type { OutboundRequest } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

export type ResponseHead = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Receives a response; after `onEnd` or `onError` nothing more is called. */
export type Receiver = {
  onHead(head: ResponseHead): void
  onChunk(chunk: Buffer): void
  onEnd(): void
  onError(error: OutboundError): void
}

export type Exchange = {
  pause(): void
  resume(): void
  /** Closes the connection without an error; the receiver has what it wants. */
  stop(): void
}

const LATE_MS = 1000

/** Sends one request; its deadline lasts until the last byte of the response. */
export function startExchange(
  agent: Dispatcher,
  url: URL,
  request: OutboundRequest,
  receiver: Receiver,
): Exchange {
  const { timeoutMs, signal, beforeWrite } = request
  let controller: Dispatcher.DispatchController | undefined
  let written = false
  let ended = false
  let status: number | undefined

  const end = (settle: () => void) => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    settle()
  }
  const progress = () => ({ written, ...(status !== undefined && { status }) })
  const fail = (error: unknown) => end(() => receiver.onError(toOutboundError(error, progress())))
  const abandon = (error: OutboundError) => {
    controller?.abort(error)
    fail(error)
  }
  const onAbort = () =>
    abandon(new OutboundError('stopped', 'The request was stopped', { written }))
  const expire = () => {
    const message = `No response within ${timeoutMs / 1000} s`
    abandon(new OutboundError('timed_out', message, progress()))
  }
  const began = performance.now()
  let timer = setTimeout(() => {
    // After a suspension of this process the response may already be in the socket's buffer.
    const isLate = performance.now() - began > timeoutMs + LATE_MS
    if (isLate) timer = setTimeout(expire, LATE_MS)
    else expire()
  }, timeoutMs)
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })

  const options: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
    headers: { ...request.headers },
    body: request.body ?? null,
    // `timer` is the only deadline.
    bodyTimeout: 0,
    headersTimeout: 0,
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // The request may have been abandoned while it waited for a connection.
      if (ended) return started.abort(new Error('abandoned'))
      controller = started
      try {
        beforeWrite?.()
        written = true
      } catch (cause) {
        abandon(new OutboundError('stopped', 'The request was stopped', { cause }))
      }
    },
    onResponseStart(_controller, code, headers) {
      status = code
      if (!ended) receiver.onHead({ status: code, headers: flatten(headers) })
    },
    onResponseData(_controller, chunk) {
      if (!ended) receiver.onChunk(chunk)
    },
    onResponseEnd: () => end(() => receiver.onEnd()),
    onResponseError: (_controller, error) => fail(error),
  }
  try {
    if (!ended) agent.dispatch(options, handler)
  } catch (error) {
    // undici throws for a header that HTTP does not allow.
    fail(error)
  }
  return {
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
    stop: () => end(() => controller?.abort(new Error('The rest of the response is not needed'))),
  }
}

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
  )

function toOutboundError(
  error: unknown,
  progress: { written: boolean; status?: number },
): OutboundError {
  if (error instanceof OutboundError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TIMEOUT|ETIMEDOUT/.test(code)) {
    return new OutboundError('timed_out', 'No connection in time', { ...progress, cause: error })
  }
  const message = progress.written
    ? 'The connection broke before the response'
    : 'No connection could be made'
  return new OutboundError('unreachable', message, { ...progress, cause: error })
}
