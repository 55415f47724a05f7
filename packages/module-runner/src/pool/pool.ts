import { RunnerFailure } from '../supervisor/runner-failure.ts'
import type { RunnerCall } from '../supervisor/running-call.ts'
import { type ModuleSource, type Runner, startRunner } from '../supervisor/supervise-runner.ts'
import type { Limits } from './limits.ts'

export type Pool = {
  /** Loads the module in a first process; resolves to the functions that have no method. */
  load(): Promise<readonly string[]>
  /** Runs a call in a process of its own, as soon as one is free. */
  call(call: RunnerCall): Promise<string>
  /** Closes the pool once it has been unused for `LINGER_MS`; calls are accepted until then. */
  drain(): Promise<void>
  /** Ends all processes immediately, including those with running calls. */
  close(): Promise<void>
}

type QueuedCall = {
  readonly call: RunnerCall
  readonly begin: (result: Promise<string>) => void
}

/** `finishing`: the call has its result and the process is about to report itself idle. */
type State = 'loading' | 'idle' | 'busy' | 'finishing' | 'ending'

// A call may have looked up its tool just before the folder was replaced, and start just after.
const LINGER_MS = 10_000

/**
 * The processes of one folder, started on demand up to `limits.processes`. A process runs one call
 * at a time, so a crash affects only that call. Folders share no processes, so no folder's calls
 * queue behind another's.
 */
export function openPool(source: ModuleSource, limits: Limits): Pool {
  const states = new Map<Runner, State>()
  const idleTimers = new Map<Runner, NodeJS.Timeout>()
  const queue: QueuedCall[] = []
  const closed = Promise.withResolvers<void>()
  let isDraining = false
  let isClosed = false
  let lastUse = performance.now()

  const count = (...wanted: State[]) =>
    [...states.values()].filter((state) => wanted.includes(state)).length

  const start = (): Runner => {
    const runner = startRunner(source, limits, {
      onAnswer: () => states.set(runner, 'finishing'),
      onIdle: (reusable) => (reusable ? onFree(runner) : end(runner)),
      onEnd: () => onEnd(runner),
    })
    states.set(runner, 'loading')
    runner.loaded.then(
      () => onFree(runner),
      (error) => queue.shift()?.begin(Promise.reject(error)),
    )
    return runner
  }

  const onFree = (runner: Runner) => {
    const next = queue.shift()
    if (next !== undefined) return run(runner, next)
    if (isDraining || isClosed) return end(runner)
    states.set(runner, 'idle')
    idleTimers.set(
      runner,
      setTimeout(() => end(runner), limits.idleMs),
    )
  }

  const run = (runner: Runner, { call, begin }: QueuedCall) => {
    clearTimeout(idleTimers.get(runner))
    states.set(runner, 'busy')
    lastUse = performance.now()
    begin(runner.call(call))
  }

  /** A runner in the state `ending` gets no more calls, although its process may still be alive. */
  const end = (runner: Runner) => {
    clearTimeout(idleTimers.get(runner))
    states.set(runner, 'ending')
    runner.end()
  }

  const onEnd = (runner: Runner) => {
    const wasBusy = states.get(runner) === 'busy'
    clearTimeout(idleTimers.get(runner))
    idleTimers.delete(runner)
    states.delete(runner)
    // Replace a crashed process right away, so the next call does not wait for one to load.
    if (wasBusy && states.size === 0 && !isDraining && !isClosed) start()
    serve()
  }

  const serve = () => {
    while (queue.length > 0 && !isClosed) {
      const [free] = [...states].findLast(([, state]) => state === 'idle') ?? []
      if (free !== undefined) run(free, queue.shift() as QueuedCall)
      else if (states.size - count('ending') >= limits.processes) break
      else if (count('loading', 'finishing') < queue.length) start()
      else break
    }
    if (isClosed && states.size === 0) closed.resolve()
  }

  const call = (wanted: RunnerCall): Promise<string> => {
    const { signal } = wanted
    if (signal.aborted) return Promise.reject(signal.reason)
    if (isClosed || queue.length >= limits.waiting) {
      return Promise.reject(new RunnerFailure('busy', 'has too many calls waiting'))
    }
    return new Promise((resolve) => {
      const onAbort = () => {
        queue.splice(queue.indexOf(queued), 1)
        queued.begin(Promise.reject(signal.reason))
      }
      const queued: QueuedCall = {
        call: wanted,
        begin: (result) => {
          signal.removeEventListener('abort', onAbort)
          resolve(result)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      queue.push(queued)
      serve()
    })
  }

  const close = () => {
    isClosed = true
    for (const { begin } of queue.splice(0)) {
      begin(Promise.reject(new RunnerFailure('busy', 'is being stopped')))
    }
    for (const runner of states.keys()) end(runner)
    serve()
    return closed.promise
  }

  const drain = () => {
    isDraining = true
    for (const [runner, state] of states) {
      if (state === 'idle') end(runner)
    }
    const closeWhenUnused = () => {
      const isUsed = states.size > 0 || queue.length > 0
      if (!isUsed && performance.now() - lastUse > LINGER_MS) close()
      else if (!isClosed) setTimeout(closeWhenUnused, LINGER_MS).unref()
    }
    setTimeout(closeWhenUnused, LINGER_MS).unref()
    return closed.promise
  }

  return { load: () => start().loaded, call, drain, close }
}
