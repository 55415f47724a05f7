import type { Permission } from '../permission.ts'
import type { Limits } from '../pool/limits.ts'
import { onLines, sendLine } from '../runner/lines.ts'
import type { FromRunner, LogLevel, ToRunner } from '../runner/protocol.ts'
import { watchMemory } from './memory-watch.ts'
import { readMessage } from './read-message.ts'
import { RunnerFailure } from './runner-failure.ts'
import { type RunnerCall, type RunningCall, startCall } from './running-call.ts'
import { killRunner, type Spawned, spawnRunner } from './spawn-runner.ts'

export type ModuleSource = {
  readonly dir: string
  readonly entry: string
  readonly functions: readonly string[]
  readonly secrets: Readonly<Record<string, string>>
  readonly permissions: readonly Permission[]
  /** Lines that the module writes while no call runs, such as when it is loaded. */
  readonly onOutput?: (level: LogLevel, message: string) => void
}

export type Runner = {
  /** Resolves to the functions that have no method. */
  readonly loaded: Promise<readonly string[]>
  /** One call at a time. The result is JSON text. */
  call(call: RunnerCall): Promise<string>
  end(): void
}

type Events = {
  /** The call has its result; `onIdle` follows. */
  onAnswer: () => void
  /** With `reusable` false the process should be ended. */
  onIdle: (reusable: boolean) => void
  onEnd: () => void
}

/** Decides which messages are expected; the module may have written any other. */
type Phase = 'loading' | 'idle' | 'running' | 'answered'

const MiB = 1024 * 1024
const MAX_MESSAGES_OUTSIDE_CALLS = 1000
// After the result only the `idle` message is due.
const IDLE_WITHIN_MS = 1000

export function startRunner(source: ModuleSource, limits: Limits, events: Events): Runner {
  const { dir, permissions } = source
  try {
    const spawned = spawnRunner({ dir, permissions, memory: limits.memory })
    return superviseRunner(spawned, source, limits, events)
  } catch (error) {
    return failedToStart(error as Error, events)
  }
}

/** The system has no process, file descriptor or disk space left. */
function failedToStart({ message }: Error, { onEnd }: Events): Runner {
  const failure = new RunnerFailure('not_loaded', `could not be started: ${message}`)
  const loaded = Promise.reject<never>(failure)
  loaded.catch(() => {})
  setImmediate(onEnd)
  return { loaded, call: () => loaded, end() {} }
}

function superviseRunner(
  { child, pipe, runnerPid }: Spawned,
  { entry, functions, secrets, permissions, onOutput }: ModuleSource,
  limits: Limits,
  events: Events,
): Runner {
  const send = (message: ToRunner) => sendLine(pipe, message)
  const loaded = Promise.withResolvers<readonly string[]>()
  // A failed load must not become an unhandled rejection when nobody awaits it.
  loaded.promise.catch(() => {})

  let phase: Phase = 'loading'
  let current: RunningCall | undefined
  let calls = 0
  let messagesOutsideCalls = 0
  let failure: RunnerFailure | undefined
  let timeout: NodeJS.Timeout | undefined

  /** Keeps the first reason: later ones are its consequences. */
  const fail = (reason: RunnerFailure) => {
    failure ??= reason
    killRunner(child)
  }
  const failAfter = (ms: number, reason: RunnerFailure) => {
    clearTimeout(timeout)
    timeout = setTimeout(() => fail(reason), ms)
  }
  const endCall = (reason?: RunnerFailure) => {
    clearTimeout(timeout)
    if (reason !== undefined) current?.fail(reason)
    current?.end()
    current = undefined
  }
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    const reason = failure ?? exitFailure(code, signal)
    loaded.reject(reason)
    endCall(reason)
    pipe.destroy()
    events.onEnd()
  }
  child.once('exit', onExit)
  child.once('error', (error) => {
    failure ??= new RunnerFailure('not_loaded', `could not be started: ${error.message}`)
    if (child.pid === undefined) onExit(null, null)
  })

  const onMessage = (message: FromRunner) => {
    if (!isExpected(message)) return fail(unreadable())
    switch (message.type) {
      case 'loaded':
        clearTimeout(timeout)
        phase = 'idle'
        return loaded.resolve(message.missing)
      case 'not_loaded':
        return fail(new RunnerFailure('not_loaded', message.error.message, message.error))
      case 'crashed':
        // The runner exits by itself after this message; it is killed if it does not.
        failure ??= new RunnerFailure('crashed', message.error.message, message.error)
        return failAfter(limits.graceMs, failure)
      case 'idle': {
        endCall()
        phase = 'idle'
        const isGrown = message.rss > limits.memory * MiB * 0.7
        return events.onIdle(!message.leftovers && !isGrown && calls < limits.calls)
      }
      case 'result':
      case 'thrown':
      case 'not_json':
      case 'too_large':
        // Leftover work of the call may loop, and then `idle` never comes.
        failAfter(IDLE_WITHIN_MS, new RunnerFailure('exited', 'went on after its answer'))
        phase = 'answered'
        events.onAnswer()
    }
    if (current === undefined) {
      messagesOutsideCalls++
      if (message.type === 'log') onOutput?.(message.level, message.message)
    }
    if (current?.take(message) === false || messagesOutsideCalls > MAX_MESSAGES_OUTSIDE_CALLS) {
      fail(new RunnerFailure('flood', 'wrote or asked for more than a call may'))
    }
  }
  /** A module can write messages too; it must not settle or end a call that is not its own. */
  const isExpected = (message: FromRunner): boolean => {
    switch (message.type) {
      case 'loaded':
      case 'not_loaded':
        return phase === 'loading'
      case 'result':
      case 'thrown':
      case 'not_json':
      case 'too_large':
        return phase === 'running' && message.id === calls
      case 'idle':
        return phase === 'answered'
      default:
        return true
    }
  }
  onLines(pipe, {
    // `result` is JSON text inside JSON text, where escaping can double its length.
    longest: 2 * limits.answer + MiB,
    onTooLong: () => fail(new RunnerFailure('flood', 'answered with more than a call may')),
    onLine: (line) => {
      // Messages of a process that is being killed are ignored.
      if (failure !== undefined) return
      const message = readMessage(line)
      try {
        if (message === undefined) fail(unreadable())
        else onMessage(message)
      } catch (error) {
        // An error that a message provokes ends the runner; it must not reach the gateway.
        fail(unreadable(error))
      }
    },
  })
  send({
    type: 'load',
    entry,
    functions,
    secrets,
    mayUseNetwork: permissions.includes('network'),
    mayUseProcesses: permissions.includes('processes'),
    answerLimit: limits.answer,
  })
  const seconds = limits.loadMs / 1000
  failAfter(limits.loadMs, new RunnerFailure('not_loaded', `did not load within ${seconds} s`))

  const call = async (wanted: RunnerCall): Promise<string> => {
    const { signal } = wanted
    calls++
    phase = 'running'
    const id = calls
    const running = startCall(id, wanted, limits, send)
    current = running
    const onAbort = () => {
      send({ type: 'abort', id })
      failAfter(limits.graceMs, new RunnerFailure('exited', 'did not end at its deadline'))
    }
    const stopWatching = watchMemory({
      pid: runnerPid,
      limit: limits.memory * MiB,
      onExceeded: () => fail(new RunnerFailure('memory', 'took too much memory')),
    })
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await running.result
    } finally {
      stopWatching()
      signal.removeEventListener('abort', onAbort)
    }
  }
  return { loaded: loaded.promise, call, end: () => killRunner(child) }
}

const unreadable = (cause?: unknown): RunnerFailure =>
  Object.assign(new RunnerFailure('garbled', 'wrote what cannot be read'), { cause })

// V8 ends a process that is out of memory with one of these; a shell reports them as 128 + number.
const OUT_OF_MEMORY = { signals: ['SIGABRT', 'SIGTRAP', 'SIGILL'], codes: [134, 133, 132] }

function exitFailure(code: number | null, signal: NodeJS.Signals | null): RunnerFailure {
  const isOutOfMemory =
    signal === null
      ? OUT_OF_MEMORY.codes.includes(code ?? 0)
      : OUT_OF_MEMORY.signals.includes(signal)
  if (isOutOfMemory) return new RunnerFailure('memory', 'took too much memory')
  const how = signal === null ? `with code ${code}` : `by ${signal}`
  return new RunnerFailure('exited', `ended its process ${how}`)
}
