import type { Dialect } from './dialect.ts'
import { connectGateway, type GatewayOptions, type ToolCall, type ToolResult } from './gateway.ts'

export type LoopOptions<Message> = {
  readonly gateway: GatewayOptions
  readonly dialect: Dialect<Message>
  /** Sends the conversation and the tools to the model, and returns its answer as it came. */
  readonly model: (request: { messages: Message[]; tools: unknown[] }) => Promise<unknown>
  readonly messages: readonly Message[]
  /** How often the model may ask for calls; 10 unless told. */
  readonly maxSteps?: number
  /** Told of every call, once it has its result. */
  readonly onCall?: (call: ToolCall, result: ToolResult) => void
}

export type LoopResult<Message> = {
  readonly text: string
  /** The whole conversation, to go on with. */
  readonly messages: Message[]
  readonly steps: number
}

/** The model asked for calls again, after as many turns as it may have. */
export class StepLimitReached<Message = unknown> extends Error {
  override readonly name = 'StepLimitReached'
  readonly maxSteps: number
  /** The conversation so far, every call with its result. */
  readonly messages: readonly Message[]

  constructor(maxSteps: number, messages: readonly Message[]) {
    super(`The model still asked for tools after ${maxSteps} steps; the limit is maxSteps`)
    this.maxSteps = maxSteps
    this.messages = messages
  }
}

/**
 * Lets a model call the gateway's tools until it has its answer. The calls of one turn are made
 * one after the other, in the order the model wrote them, and each gets exactly one result: a
 * call that fails gets its error as the result, so that the model can mend it.
 */
export async function runToolLoop<Message>({
  gateway: options,
  dialect,
  model,
  messages: start,
  maxSteps = 10,
  onCall,
}: LoopOptions<Message>): Promise<LoopResult<Message>> {
  const gateway = connectGateway(options)
  const tools = await gateway.describe(dialect.format)
  const messages = [...start]
  for (let steps = 0; ; steps++) {
    const response = await model({ messages: [...messages], tools })
    const calls = dialect.calls(response)
    if (calls.length === 0) {
      messages.push(...dialect.answer(response))
      return { text: dialect.text(response), messages, steps }
    }
    if (steps === maxSteps) throw new StepLimitReached(maxSteps, messages)
    messages.push(...dialect.answer(response))
    const results: ToolResult[] = []
    for (const call of calls) {
      const result = await gateway.call(call)
      results.push(result)
      onCall?.(call, result)
    }
    messages.push(...dialect.results(results))
  }
}
