import type { Log } from '@quartermaster/toolkit'
import type { Permission } from '../permission.ts'
import type { Limits } from '../pool/limits.ts'
import { onLines, sendLine } from '../runner/lines.ts'
import type {
  CallContext,
  FetchRequest,
  FetchResponse,
  FromRunner,
  ToRunner,
} from '../runner/protocol.ts'
import { watchMemory } from './memory-watch.ts'
import { readMessage } from './read-message.ts'
import { RunnerFailure } from './runner-failure.ts'
import { type RunningCall, startCall } from './running-call.ts'
import { killRunner, type Spawned, spawnRunner } from './spawn-runner.ts'

/** A module as it is to be run. */
export type ModuleSource = {
  readonly dir: string
  readonly entry: string
  readonly functions: readonly string[]
  readonly secrets: Readonly<Record<string, string>>
  readonly permissions: readonly Permission[]
}

export type RunnerCall = {
  readonly name: string
  /** JSON text. */
  readonly input: string
  readonly context: CallContext
  /** Ends the call: first asked for, and after a moment enforced. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly fetch: (request: FetchRequest, signal: AbortSignal) => Promise<FetchResponse>
}

export type Runner = {
  /** The functions that have no method. */
  readonly loaded: Promise<readonly string[]>
  /** One at a time. The result is JSON text. */
  call(call: RunnerCall): Promise<string>
  end(): void
}

type Events = {
  /** Its call has its answer; in a moment it is idle. */
  onAnswer: () => void
  /** It can take another call, or should be ended. */
  onIdle: (reusable: boolean) => void
  onEnd: () => void
}

/** What is to come from it next; whatever else comes is not the runner's, but the module's own. */
type Phase = 'loading' | 'idle' | 'running' | 'answered'

const MiB = 1024 * 1024
// Outside of a call there is little to say.
const MOST_UNASKED = 1000

/** The gateway's end of one process that runs a module. */
export function startRunner(source: ModuleSource, limits: Limits, events: Events): Runner {
  const { dir, permissions } = source
  try {
    const spawned = spawnRunner({ dir, permissions, memory: limits.memory })
    return superviseRunner(spawned, source, limits, events)
  } catch (error) {
    return neverStarted(error as Error, events)
  }
}

/** The machine has no more to give: no process, no file, no space. */
function neverStarted({ message }: Error, { onEnd }: Events): Runner {
  const failure = new RunnerFailure('not_loaded', `could not be started: ${message}`)
  const loaded = Promise.reject<never>(failure)
  loaded.catch(() => {})
  setImmediate(onEnd)
  return { loaded, call: () => loaded, end() {} }
}

function superviseRunner(
  { child, pipe }: Spawned,
  { entry, functions, secrets, permissions }: ModuleSource,
  limits: Limits,
  events: Events,
): Runner {
  const send = (message: ToRunner) => sendLine(pipe, message)
  const loaded = Promise.withResolvers<readonly string[]>()
  // Whoever waits for it handles its failure; nobody may be waiting any more.
  loaded.promise.catch(() => {})

  let phase: Phase = 'loading'
  let current: RunningCall | undefined
  let calls = 0
  let unasked = 0
  let failure: RunnerFailure | undefined
  let patience: NodeJS.Timeout | undefined

  /** The first reason counts: what follows are its consequences. */
  const fail = (reason: RunnerFailure) => {
    failure ??= reason
    killRunner(child)
  }
  const failAfter = (ms: number, reason: RunnerFailure) => {
    clearTimeout(patience)
    patience = setTimeout(() => fail(reason), ms)
  }
  const endCall = (reason?: RunnerFailure) => {
    clearTimeout(patience)
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
        clearTimeout(patience)
        phase = 'idle'
        return loaded.resolve(message.missing)
      case 'not_loaded':
        return fail(new RunnerFailure('not_loaded', message.error.message, message.error))
      case 'crashed':
        // It ends by itself, once this was sent; if it does not, it is made to.
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
        // What a call leaves behind may loop, and then nothing more is heard.
        failAfter(1000, new RunnerFailure('exited', 'went on after its answer'))
        phase = 'answered'
        events.onAnswer()
    }
    if (current === undefined) unasked++
    if (current?.take(message) === false || unasked > MOST_UNASKED) {
      fail(new RunnerFailure('flood', 'wrote or asked for more than a call may'))
    }
  }
  /** A module that writes messages itself must not answer, or end, what is not its own. */
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
    // In a JSON text within a JSON text every character can have a backslash before it.
    longest: 2 * limits.answer + MiB,
    onTooLong: () => fail(new RunnerFailure('flood', 'answered with more than a call may')),
    onLine: (line) => {
      // Of a process that is being ended nothing counts any more.
      if (failure !== undefined) return
      const message = readMessage(line)
      try {
        if (message === undefined) fail(unreadable())
        else onMessage(message)
      } catch (error) {
        // Whatever a module can bring about ends with its process, and never reaches the gateway.
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
    const running = startCall(id, wanted, send)
    current = running
    const onAbort = () => {
      send({ type: 'abort', id })
      failAfter(limits.graceMs, new RunnerFailure('exited', 'did not end at its deadline'))
    }
    const endWatch = watchMemory({
      pid: child.pid ?? 0,
      limit: limits.memory * MiB,
      onTooMuch: () => fail(new RunnerFailure('memory', 'took too much memory')),
    })
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await running.result
    } finally {
      endWatch()
      signal.removeEventListener('abort', onAbort)
    }
  }
  return { loaded: loaded.promise, call, end: () => killRunner(child) }
}

const unreadable = (cause?: unknown): RunnerFailure =>
  Object.assign(new RunnerFailure('garbled', 'wrote what cannot be read'), { cause })

// How a process ends that V8 stopped for want of memory.
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL']

function exitFailure(code: number | null, signal: NodeJS.Signals | null): RunnerFailure {
  if (signal !== null && OUT_OF_MEMORY.includes(signal)) {
    return new RunnerFailure('memory', 'took too much memory')
  }
  const how = signal === null ? `with code ${code}` : `by ${signal}`
  return new RunnerFailure('exited', `ended its process ${how}`)
}
