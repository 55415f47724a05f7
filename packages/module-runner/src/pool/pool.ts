import { RunnerFailure } from '../supervisor/runner-failure.ts'
import {
  type ModuleSource,
  type Runner,
  type RunnerCall,
  startRunner,
} from '../supervisor/supervise-runner.ts'
import type { Limits } from './limits.ts'

export type Pool = {
  /** Loads the module, in the process that will have the first call; the functions it lacks. */
  load(): Promise<readonly string[]>
  /** Runs a call in a process of its own, as soon as one is free. */
  call(call: RunnerCall): Promise<string>
  /** Ends when nothing has been left to do for a while; calls work until then. */
  retire(): Promise<void>
  /** Ends now, with the calls that are running. */
  close(): Promise<void>
}

type Waiting = {
  readonly call: RunnerCall
  readonly begin: (result: Promise<string>) => void
}

/** `finishing`: it has answered, and will be idle in a moment. */
type State = 'loading' | 'idle' | 'busy' | 'finishing' | 'ending'

// A call may have found its tool just before its folder was changed, and begin just after.
const LINGER_MS = 10_000

/**
 * The processes of one folder: as many as its calls need, up to a limit. Each has one call at a
 * time, so that whatever becomes of it is that call's alone; folders share none, so that no
 * folder's calls wait for another's.
 */
export function openPool(source: ModuleSource, limits: Limits): Pool {
  const states = new Map<Runner, State>()
  const idleTimers = new Map<Runner, NodeJS.Timeout>()
  const waiting: Waiting[] = []
  const closed = Promise.withResolvers<void>()
  let isRetired = false
  let isClosed = false
  let lastUse = performance.now()

  const count = (...wanted: State[]) =>
    [...states.values()].filter((state) => wanted.includes(state)).length

  const start = (): Runner => {
    const runner = startRunner(source, limits, {
      onAnswer: () => states.set(runner, 'finishing'),
      onIdle: (reusable) => (reusable ? rest(runner) : end(runner)),
      onEnd: () => onEnd(runner),
    })
    states.set(runner, 'loading')
    runner.loaded.then(
      () => rest(runner),
      (error) => waiting.shift()?.begin(Promise.reject(error)),
    )
    return runner
  }

  /** The next call for a process that has none; else it waits for one. */
  const rest = (runner: Runner) => {
    const next = waiting.shift()
    if (next !== undefined) return run(runner, next)
    if (isRetired || isClosed) return end(runner)
    states.set(runner, 'idle')
    idleTimers.set(
      runner,
      setTimeout(() => end(runner), limits.idleMs),
    )
  }

  const run = (runner: Runner, { call, begin }: Waiting) => {
    clearTimeout(idleTimers.get(runner))
    states.set(runner, 'busy')
    lastUse = performance.now()
    begin(runner.call(call))
  }

  /** From here on it gets no call, although it takes a moment until it has ended. */
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
    // One that a call has brought down is replaced at once: the next call need not wait for it.
    if (wasBusy && states.size === 0 && !isRetired && !isClosed) start()
    serve()
  }

  const serve = () => {
    while (waiting.length > 0 && !isClosed) {
      const [free] = [...states].findLast(([, state]) => state === 'idle') ?? []
      if (free !== undefined) run(free, waiting.shift() as Waiting)
      else if (states.size - count('ending') >= limits.processes) break
      else if (count('loading', 'finishing') < waiting.length) start()
      else break
    }
    if (isClosed && states.size === 0) closed.resolve()
  }

  const call = (wanted: RunnerCall): Promise<string> => {
    const { signal } = wanted
    if (signal.aborted) return Promise.reject(signal.reason)
    if (isClosed || waiting.length >= limits.waiting) {
      return Promise.reject(new RunnerFailure('busy', 'has too many calls waiting'))
    }
    return new Promise((resolve) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1)
        entry.begin(Promise.reject(signal.reason))
      }
      const entry: Waiting = {
        call: wanted,
        begin: (result) => {
          signal.removeEventListener('abort', onAbort)
          resolve(result)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(entry)
      serve()
    })
  }

  const close = () => {
    isClosed = true
    for (const { begin } of waiting.splice(0)) {
      begin(Promise.reject(new RunnerFailure('busy', 'is being stopped')))
    }
    for (const runner of states.keys()) end(runner)
    serve()
    return closed.promise
  }

  const retire = () => {
    isRetired = true
    for (const [runner, state] of states) {
      if (state === 'idle') end(runner)
    }
    const endWhenUnused = () => {
      const isUsed = states.size > 0 || waiting.length > 0
      if (!isUsed && performance.now() - lastUse > LINGER_MS) close()
      else if (!isClosed) setTimeout(endWhenUnused, LINGER_MS).unref()
    }
    setTimeout(endWhenUnused, LINGER_MS).unref()
    return closed.promise
  }

  return { load: () => start().loaded, call, retire, close }
}
