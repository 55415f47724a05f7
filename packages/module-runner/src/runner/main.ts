/** The process in which a folder's module runs: one call at a time, and nothing of the gateway's. */
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { type Carrier, carrierOf, findMethod, missingMethods } from './find-method.ts'
import { NotJson, parseInput, resultText } from './json-text.ts'
import { onLines, sendLine } from './lines.ts'
import { guardedFetch, moduleContext } from './module-context.ts'
import type {
  FetchRequest,
  FetchResponse,
  FromRunner,
  LogLevel,
  Thrown,
  ToRunner,
} from './protocol.ts'
import { watchTampering } from './tampering.ts'
import { withoutNetwork } from './without-network.ts'
import { withoutSignals } from './without-signals.ts'

type Load = Extract<ToRunner, { type: 'load' }>
type Call = Extract<ToRunner, { type: 'call' }>

const gateway = new Socket({ fd: 3 })
const send = (message: FromRunner) => sendLine(gateway, message)

let carrier: Carrier | undefined
let load: Load | undefined
let running: AbortController | undefined
/** What keeps this process awake while no call runs. */
let atRest = 0
let logged = 0
let isTampered = () => false

const fetching = new Map<number, PromiseWithResolvers<FetchResponse>>()
let fetches = 0

function request(wanted: FetchRequest): Promise<FetchResponse> {
  const id = ++fetches
  const answer = Promise.withResolvers<FetchResponse>()
  fetching.set(id, answer)
  send({ type: 'fetch', id, request: wanted })
  return answer.promise.finally(() => fetching.delete(id))
}

const MOST_LOGGED = 200
const LONGEST_LOGGED = 2000

/** A module that writes without end must not fill the gateway's log. */
function log(level: LogLevel, values: unknown[]): void {
  logged++
  if (logged > MOST_LOGGED) return
  const text = values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')
  const message = logged === MOST_LOGGED ? 'More was logged, and left out.' : text
  send({ type: 'log', level, message: message.slice(0, LONGEST_LOGGED) })
}

function toThrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { message: String(error), stack: '' }
  const { code } = error as { code?: unknown }
  return {
    message: String(error.message),
    stack: String(error.stack).slice(0, 4000),
    ...(typeof code === 'string' && { code }),
  }
}

async function onLoad(message: Load): Promise<void> {
  load = message
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    console[level] = (...values) => log(level, values)
  }
  console.log = console.info
  if (!message.mayUseNetwork) withoutNetwork(guardedFetch(request))
  if (!message.mayUseProcesses) withoutSignals()
  try {
    carrier = carrierOf(await import(pathToFileURL(message.entry).href))
    if (carrier === undefined) {
      throw new Error('It exports neither a class Tools nor a default with the functions')
    }
    const missing = missingMethods(carrier, message.functions, contextOf(NOBODY))
    await nextTurn()
    atRest = process.getActiveResourcesInfo().length
    isTampered = watchTampering()
    send({ type: 'loaded', missing })
  } catch (error) {
    send({ type: 'not_loaded', error: toThrown(error) })
  }
}

const NOBODY = { agent: '', workspace: '', toolset: '', thread: null, requestId: '' }

const contextOf = (context: Call['context'], signal = new AbortController().signal) =>
  moduleContext({
    context,
    signal,
    secrets: Object.freeze({ ...load?.secrets }),
    log,
    progress: (progress) => send({ type: 'progress', progress: parseInput(resultText(progress)) }),
    request,
  })

async function onCall({ id, name, input, context }: Call): Promise<void> {
  running = new AbortController()
  logged = 0
  try {
    const result = await run(name, parseInput(input), contextOf(context, running.signal))
    const text = resultText(result)
    if (text.length > (load?.answerLimit ?? 0)) send({ type: 'too_large', id, size: text.length })
    else send({ type: 'result', id, result: text })
  } catch (error) {
    if (error instanceof NotJson) send({ type: 'not_json', id, reason: error.message })
    else send({ type: 'thrown', id, error: toThrown(error) })
  }
  running = undefined
  await nextTurn()
  // Work that a call leaves behind would go on beside the next one, and a change would reach it.
  const isBusy = fetching.size > 0 || process.getActiveResourcesInfo().length > atRest
  const leftovers = isBusy || isTampered()
  send({ type: 'idle', leftovers, rss: process.memoryUsage.rss() })
}

async function run(name: string, input: unknown, context: unknown): Promise<unknown> {
  if (carrier === undefined) throw new Error('The module is not loaded')
  const owner = 'make' in carrier ? new carrier.make(context) : carrier.object
  const method = findMethod(owner, name)
  if (method === undefined) throw new Error(`There is no method for '${name}'`)
  return 'make' in carrier ? method.call(owner, input) : method.call(owner, input, context)
}

function onMessage(message: ToRunner): void {
  switch (message.type) {
    case 'load':
      onLoad(message)
      break
    case 'call':
      onCall(message)
      break
    case 'abort':
      running?.abort(new DOMException('The deadline of the call has passed', 'AbortError'))
      break
    case 'fetched':
      fetching.get(message.id)?.resolve(message.response)
      break
    case 'not_fetched':
      fetching.get(message.id)?.reject(notFetched(message))
      break
  }
}

const notFetched = ({ reason, code }: Extract<ToRunner, { type: 'not_fetched' }>) =>
  Object.assign(new TypeError(reason), code === undefined ? {} : { code })

function crash(error: unknown): void {
  send({ type: 'crashed', error: toThrown(error) })
  gateway.end(() => process.exit(1))
}

// The signal it would end by is the one of a process that has no memory left.
process.abort = () => process.kill(process.pid, 'SIGKILL') as never
process.on('uncaughtException', crash)
process.on('unhandledRejection', crash)
gateway.on('error', () => process.exit(1)).on('close', () => process.exit(0))
onLines(gateway, { onLine: (line) => onMessage(JSON.parse(line)) })
