import { type Log, limitConcurrency } from '@quartermaster/toolkit'
import type { Limits } from '../pool/limits.ts'
import type {
  CallContext,
  FetchRequest,
  FetchResponseHead,
  FromRunner,
  LogLevel,
  Progress,
  ToRunner,
} from '../runner/protocol.ts'
import { openChunkPulls } from './chunk-pulls.ts'
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
  /** Lines that the module writes, which go to `log` as well. */
  readonly onOutput?: (level: LogLevel, message: string) => void
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

type ServedFetch = {
  readonly cancelled: AbortController
  readonly pulls: ReturnType<typeof openChunkPulls>
}

const MAX_MESSAGES = 5000

/** One call in a runner: settles its result and serves its logs, progress and fetches. */
export function startCall(
  id: number,
  call: RunnerCall,
  limits: Limits,
  send: (message: ToRunner) => void,
): RunningCall {
  const { name, input, context, signal, log, onOutput, onProgress } = call
  const settled = Promise.withResolvers<string>()
  const ended = new AbortController()
  const fetchLimit = limitConcurrency(limits.concurrentFetches)
  const served = new Map<number, ServedFetch>()
  let messages = 0
  let fetches = 0
  let fetchedBytes = 0

  /** Passes a response on, each chunk when the runner has pulled it. */
  const passOn = async (
    fetchId: number,
    request: FetchRequest,
    { pulls }: ServedFetch,
    stop: AbortSignal,
  ) => {
    stop.throwIfAborted()
    const { body, ...response } = await call.fetch(request, stop)
    send({ type: 'fetch_response', id: fetchId, response })
    for await (const chunk of body) {
      fetchedBytes += chunk.byteLength
      if (fetchedBytes > limits.fetchBytes) {
        throw new Error(`A call may fetch at most ${limits.fetchBytes} bytes in total`)
      }
      await pulls.next(stop)
      send({ type: 'fetch_chunk', id: fetchId, data: Buffer.from(chunk).toString('base64') })
    }
    send({ type: 'fetch_end', id: fetchId })
  }

  const serveFetch = async (fetchId: number, request: FetchRequest) => {
    const fetch = { cancelled: new AbortController(), pulls: openChunkPulls() }
    served.set(fetchId, fetch)
    fetches++
    try {
      if (fetches > limits.fetches) throw new Error(`A call may fetch ${limits.fetches} times`)
      const stop = AbortSignal.any([signal, ended.signal, fetch.cancelled.signal])
      await fetchLimit.run(() => passOn(fetchId, request, fetch, stop))
    } catch (error) {
      const { message: reason, failure: code } = error as Error & { failure?: string }
      send({ type: 'fetch_failed', id: fetchId, reason, ...(code !== undefined && { code }) })
    } finally {
      served.delete(fetchId)
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
        onOutput?.(message.level, message.message)
        break
      case 'progress':
        log.debug({ tool: name, progress: message.progress }, 'the call reported progress')
        onProgress?.(message.progress)
        break
      case 'fetch':
        serveFetch(message.id, message.request)
        break
      case 'fetch_cancel':
        served.get(message.id)?.cancelled.abort()
        break
      case 'fetch_pull':
        // Each chunk is pulled once: only other pulls count as messages of the module.
        if (served.get(message.id)?.pulls.pull()) messages--
        break
    }
    return messages <= MAX_MESSAGES
  }
  send({ type: 'call', id, name, input, context })
  return { result: settled.promise, take, fail: settled.reject, end: () => ended.abort() }
}
