import type { Dialect } from './dialects/dialect.ts'
import {
  connectGateway,
  type GatewayOptions,
  type ToolCall,
  type ToolResult,
} from './gateway/connect-gateway.ts'
import { runCalls } from './run-calls.ts'

export type ModelRequest<Message, Tool> = {
  readonly messages: Message[]
  readonly tools: Tool[]
  /** Aborted by `signal` and at the deadline; pass it on to the vendor's SDK. */
  readonly signal: AbortSignal
}

export type LoopOptions<Message, DialectMessage, Tool> = {
  readonly gateway: GatewayOptions
  readonly dialect: Dialect<DialectMessage, Tool>
  /** Sends the conversation and the tools to the model, and returns its response unchanged. */
  readonly model: (request: ModelRequest<Message | DialectMessage, Tool>) => Promise<unknown>
  readonly messages: readonly Message[]
  /** The number of turns with calls; 10 by default. */
  readonly maxSteps?: number
  /**
   * Several calls in one turn: `true` runs them at the same time, `false` in order. By default calls
   * that only read run at the same time, and calls that write run in the order of the model.
   */
  readonly parallel?: boolean
  /** The longest duration of the whole loop; no limit by default. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** Called with every result. */
  readonly onCall?: (call: ToolCall, result: ToolResult) => void
}

export type LoopResult<Message> = {
  readonly text: string
  /** The whole conversation, to continue with. */
  readonly messages: Message[]
  readonly steps: number
}

/** The model asked for more calls than `maxSteps` allows. */
export class StepLimitReached<Message = unknown> extends Error {
  override readonly name = 'StepLimitReached'
  readonly maxSteps: number
  /** The conversation up to the limit; every call in it has its result. */
  readonly messages: readonly Message[]

  constructor(maxSteps: number, messages: readonly Message[]) {
    super(`The model still asked for tools after ${maxSteps} steps; the limit is maxSteps`)
    this.maxSteps = maxSteps
    this.messages = messages
  }
}

/**
 * Lets a model call the gateway's tools until it answers without a call. Tools are listed again
 * before each turn, because a call can add tools or change their parameters. A failed call gives
 * the model its error as the result. Throws `signal.reason` when aborted, and a `TimeoutError` at
 * the deadline.
 */
export async function runToolLoop<const Message, DialectMessage, Tool>(
  options: LoopOptions<Message, DialectMessage, Tool>,
): Promise<LoopResult<Message | DialectMessage>> {
  const { dialect, model, maxSteps = 10, onCall } = options
  const signal = loopSignal(options)
  const gateway = connectGateway({ ...options.gateway, signal })
  const messages: (Message | DialectMessage)[] = [...options.messages]

  for (let steps = 0; ; steps++) {
    const tools = (await gateway.describe(dialect.format)) as Tool[]
    const response = await model({ messages: [...messages], tools, signal })
    signal.throwIfAborted()
    const calls = dialect.calls(response)
    if (calls.length > 0 && steps === maxSteps) throw new StepLimitReached(maxSteps, messages)
    messages.push(...dialect.answer(response))
    if (calls.length === 0) return { text: dialect.text(response), messages, steps }

    const parallel = options.parallel ?? dialect.parallel?.(response)
    const results = await runCalls(gateway, calls, parallel)
    for (const [index, call] of calls.entries()) onCall?.(call, results[index] as ToolResult)
    messages.push(...dialect.results(results))
  }
}

function loopSignal({
  gateway,
  signal,
  deadlineMs,
}: Pick<LoopOptions<never, never, never>, 'gateway' | 'signal' | 'deadlineMs'>): AbortSignal {
  const signals = [
    gateway.signal,
    signal,
    deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs),
  ]
  return AbortSignal.any(signals.filter((one) => one !== undefined))
}
