import { type Log, limitConcurrency } from '@quartermaster/toolkit'
import type { Limits } from '../pool/limits.ts'
import type {
  CallContext,
  FetchRequest,
  FetchResponseHead,
  FromRunner,
  Progress,
  ToRunner,
} from '../runner/protocol.ts'
import { RunnerFailure } from './runner-failure.ts'

export type FetchedResponse = FetchResponseHead & { readonly body: AsyncIterable<Uint8Array> }

export type RunnerCall = {
  readonly name: string
  /** JSON text. */
  readonly input: string
  readonly context: CallContext
  /** The runner is asked to abort, and killed if it has not answered within `graceMs`. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly onProgress?: (progress: Progress) => void
  readonly fetch: (request: FetchRequest, signal: AbortSignal) => Promise<FetchedResponse>
}

export type RunningCall = {
  readonly result: Promise<string>
  /** False when the call has sent more messages than it may. */
  take(message: FromRunner): boolean
  fail(reason: Error): void
  /** Cancels the call's open fetches. */
  end(): void
}

type Channel = {
  readonly send: (message: ToRunner) => void
  /** Resolves when the runner has read most of what was sent. */
  readonly drained: (signal: AbortSignal) => Promise<void>
}

const MAX_MESSAGES = 5000

/** One call in a runner: settles its result and serves its logs, progress and fetches. */
export function startCall(
  id: number,
  call: RunnerCall,
  limits: Limits,
  { send, drained }: Channel,
): RunningCall {
  const { name, input, context, signal, log, onProgress } = call
  const settled = Promise.withResolvers<string>()
  const ended = new AbortController()
  const fetchLimit = limitConcurrency(limits.concurrentFetches)
  const cancellations = new Map<number, AbortController>()
  let messages = 0
  let fetches = 0
  let fetchedBytes = 0

  /** Passes a response on chunk by chunk; `drained` keeps the gateway from buffering it. */
  const passOn = async (fetchId: number, request: FetchRequest, stop: AbortSignal) => {
    stop.throwIfAborted()
    const { body, ...response } = await call.fetch(request, stop)
    send({ type: 'fetch_response', id: fetchId, response })
    for await (const chunk of body) {
      fetchedBytes += chunk.byteLength
      if (fetchedBytes > limits.fetchBytes) {
        throw new Error(`A call may fetch at most ${limits.fetchBytes} bytes in total`)
      }
      send({ type: 'fetch_chunk', id: fetchId, data: Buffer.from(chunk).toString('base64') })
      await drained(stop)
    }
    send({ type: 'fetch_end', id: fetchId })
  }

  const serveFetch = async (fetchId: number, request: FetchRequest) => {
    const cancelled = new AbortController()
    cancellations.set(fetchId, cancelled)
    fetches++
    try {
      if (fetches > limits.fetches) throw new Error(`A call may fetch ${limits.fetches} times`)
      const stop = AbortSignal.any([signal, ended.signal, cancelled.signal])
      await fetchLimit.run(() => passOn(fetchId, request, stop))
    } catch (error) {
      const { message: reason, failure: code } = error as Error & { failure?: string }
      send({ type: 'fetch_failed', id: fetchId, reason, ...(code !== undefined && { code }) })
    } finally {
      cancellations.delete(fetchId)
    }
  }

  const take = (message: FromRunner): boolean => {
    messages++
    switch (message.type) {
      case 'result':
        settled.resolve(message.result)
        break
      case 'thrown':
        settled.reject(new RunnerFailure('thrown', message.error.message, message.error))
        break
      case 'not_json':
        settled.reject(new RunnerFailure('not_json', message.reason))
        break
      case 'too_large':
        settled.reject(new RunnerFailure('too_large', String(message.size)))
        break
      case 'log':
        log[message.level]({ tool: name }, message.message)
        break
      case 'progress':
        log.debug({ tool: name, progress: message.progress }, 'the call reported progress')
        onProgress?.(message.progress)
        break
      case 'fetch':
        serveFetch(message.id, message.request)
        break
      case 'fetch_cancel':
        cancellations.get(message.id)?.abort()
        break
    }
    return messages <= MAX_MESSAGES
  }
  send({ type: 'call', id, name, input, context })
  return { result: settled.promise, take, fail: settled.reject, end: () => ended.abort() }
}
