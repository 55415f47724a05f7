import type { Dispatcher } from 'undici'
import type { OutboundRequest } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The same as it came: an image is no text. */
  readonly bytes: Uint8Array
  /** There was more than was wanted. */
  readonly truncated: boolean
}

const MAX_BYTES = 64 * 1024
const LATE_MS = 1000

/** One request and its answer, of which no more than its limits ever come into memory. */
export function send(agent: Dispatcher, url: URL, request: OutboundRequest): Promise<Answer> {
  const { timeoutMs, maxBytes = MAX_BYTES, signal, beforeWrite } = request
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let written = false
  let abort: ((reason: Error) => void) | undefined
  let ended = false

  const end = (settle: () => void) => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    settle()
  }
  const fail = (error: unknown) =>
    end(() => reject(toOutboundError(error, { written, ...begun() })))
  const giveUp = (error: OutboundError) => {
    abort?.(error)
    fail(error)
  }
  const onAbort = () => giveUp(new OutboundError('stopped', 'The request was stopped', { written }))
  const began = performance.now()
  let timer = setTimeout(() => {
    // A process that was stopped finds its time gone and the answer waiting: first it reads.
    const isLate = performance.now() - began > timeoutMs + LATE_MS
    if (isLate) timer = setTimeout(expire, LATE_MS)
    else expire()
  }, timeoutMs)
  const expire = () => {
    const words = `No answer within ${timeoutMs / 1000} s`
    giveUp(new OutboundError('timed_out', words, { written, ...begun() }))
  }
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort, { once: true })

  const begun = () => (status === 0 ? {} : { status })
  const chunks: Buffer[] = []
  let size = 0
  let status = 0
  let headers: Record<string, string> = {}
  const answer = (truncated: boolean) =>
    end(() => {
      const bytes = Buffer.concat(chunks)
      resolve({ status, headers, text: bytes.toString('utf8'), bytes, truncated })
    })

  const options: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
    headers: { ...request.headers },
    body: request.body ?? null,
    // Ours is the only deadline.
    bodyTimeout: 0,
    headersTimeout: 0,
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      // Given up while it waited for a connection: nothing may be written any more.
      if (ended) return controller.abort(new Error('given up'))
      abort = (reason) => controller.abort(reason)
      try {
        beforeWrite?.()
        written = true
      } catch (cause) {
        const error = new OutboundError('stopped', 'The request was stopped', { cause })
        controller.abort(error)
        fail(error)
      }
    },
    onResponseStart(_controller, code, received) {
      status = code
      headers = flat(received)
    },
    onResponseData(controller, chunk) {
      const room = maxBytes - size
      chunks.push(chunk.subarray(0, room))
      size += Math.min(chunk.length, room)
      if (chunk.length <= room) return
      answer(true)
      controller.abort(new Error('The answer is longer than is wanted'))
    },
    onResponseEnd: () => answer(false),
    onResponseError: (_controller, error) => fail(error),
  }
  try {
    agent.dispatch(options, handler)
  } catch (error) {
    // A header that HTTP does not allow, for example.
    fail(error)
  }
  return promise
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
  )

function toOutboundError(
  error: unknown,
  known: { written: boolean; status?: number },
): OutboundError {
  if (error instanceof OutboundError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TIMEOUT|ETIMEDOUT/.test(code)) {
    return new OutboundError('timed_out', 'No connection in time', { ...known, cause: error })
  }
  const message = known.written
    ? 'The connection broke before the answer'
    : 'No connection could be made'
  return new OutboundError('unreachable', message, { ...known, cause: error })
}
