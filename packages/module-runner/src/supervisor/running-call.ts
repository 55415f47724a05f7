import type { FromRunner, ToRunner } from '../runner/protocol.ts'
import { RunnerFailure } from './runner-failure.ts'
import type { RunnerCall } from './supervise-runner.ts'

export type RunningCall = {
  readonly result: Promise<string>
  /** Says no when the process has written or asked for more than a call may. */
  take(message: FromRunner): boolean
  fail(reason: Error): void
  /** Nothing more will come of it. */
  end(): void
}

const MOST_MESSAGES = 5000
const MOST_FETCHES = 100

/** One call on its way through a process: what the process says of it, and what it asks for. */
export function startCall(
  id: number,
  { name, input, context, signal, log, fetch }: RunnerCall,
  send: (message: ToRunner) => void,
): RunningCall {
  const settled = Promise.withResolvers<string>()
  const ended = new AbortController()
  let messages = 0
  let fetches = 0

  const answer = async (message: Extract<FromRunner, { type: 'fetch' }>) => {
    fetches++
    try {
      if (fetches > MOST_FETCHES) throw new Error(`A call may fetch ${MOST_FETCHES} times`)
      const response = await fetch(message.request, AbortSignal.any([signal, ended.signal]))
      send({ type: 'fetched', id: message.id, response })
    } catch (error) {
      const { message: reason, failure: code } = error as Error & { failure?: string }
      send({ type: 'not_fetched', id: message.id, reason, ...(code !== undefined && { code }) })
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
        log.debug({ tool: name, progress: message.progress }, 'a call has come so far')
        break
      case 'fetch':
        answer(message)
        break
    }
    return messages <= MOST_MESSAGES
  }
  send({ type: 'call', id, name, input, context })
  return { result: settled.promise, take, fail: settled.reject, end: () => ended.abort() }
}
