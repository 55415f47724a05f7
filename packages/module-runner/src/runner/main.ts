/** The process that runs a folder's module, one call at a time. */
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { blockNetwork } from './block-network.ts'
import { blockSignals } from './block-signals.ts'
import { captureOutput } from './capture-output.ts'
import { openFetchClient } from './fetch-client.ts'
import { type Carrier, carrierOf, findMethod, missingMethods } from './find-method.ts'
import { NotJson, parseInput, resultText } from './json-text.ts'
import { onLines, sendLine } from './lines.ts'
import { moduleContext } from './module-context.ts'
import type { FromRunner, LogLevel, Thrown, ToRunner } from './protocol.ts'
import { watchTampering } from './tampering.ts'

type Load = Extract<ToRunner, { type: 'load' }>
type Call = Extract<ToRunner, { type: 'call' }>

const gateway = new Socket({ fd: 3 })
const send = (message: FromRunner) => sendLine(gateway, message)
const client = openFetchClient(send)

let carrier: Carrier | undefined
let load: Load | undefined
let running: AbortController | undefined
/** The number of active resources while no call runs. */
let atRest = 0
let logged = 0
let isTampered = () => false

const MAX_LOG_LINES = 200
const MAX_LOG_LENGTH = 2000

function log(level: LogLevel, values: unknown[]): void {
  logged++
  if (logged > MAX_LOG_LINES) return
  const text = values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')
  const message = logged === MAX_LOG_LINES ? 'Further log lines of this call were dropped.' : text
  send({ type: 'log', level, message: message.slice(0, MAX_LOG_LENGTH) })
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
  // Other writers: `console.table`, and libraries that write to the streams themselves.
  captureOutput(process.stdout, (line) => log('info', [line]))
  captureOutput(process.stderr, (line) => log('warn', [line]))
  if (!message.mayUseNetwork) blockNetwork(gateway, client.fetch)
  if (!message.mayUseProcesses) blockSignals()
  try {
    carrier = carrierOf(await import(pathToFileURL(message.entry).href))
    if (carrier === undefined) {
      throw new Error('It exports neither a class Tools nor a default with the functions')
    }
    const missing = missingMethods(carrier, message.functions, contextOf(NO_CALL))
    await nextTurn()
    atRest = process.getActiveResourcesInfo().length
    isTampered = watchTampering()
    send({ type: 'loaded', missing })
  } catch (error) {
    send({ type: 'not_loaded', error: toThrown(error) })
  }
}

const NO_CALL: Call['context'] = {
  agent: '',
  workspace: '',
  toolset: '',
  thread: null,
  requestId: '',
  idempotencyKey: null,
}

const contextOf = (context: Call['context'], signal = new AbortController().signal) =>
  moduleContext({
    context,
    signal,
    secrets: Object.freeze({ ...load?.secrets }),
    log,
    progress: (progress) => send({ type: 'progress', progress }),
    fetch: client.fetch,
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
  // Unfinished work would run alongside the next call, and a changed built-in would affect it.
  const isBusy = client.openRequests() > 0 || process.getActiveResourcesInfo().length > atRest
  const leftovers = isBusy || isTampered()
  client.cancelAll()
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
    default:
      client.onMessage(message)
  }
}

function crash(error: unknown): void {
  send({ type: 'crashed', error: toThrown(error) })
  gateway.end(() => process.exit(1))
}

// SIGABRT is how V8 ends a process that is out of memory; an abort of the module is not that.
process.abort = () => process.kill(process.pid, 'SIGKILL') as never
process.on('uncaughtException', crash)
process.on('unhandledRejection', crash)
gateway.on('error', () => process.exit(1)).on('close', () => process.exit(0))
onLines(gateway, { onLine: (line) => onMessage(JSON.parse(line)) })
