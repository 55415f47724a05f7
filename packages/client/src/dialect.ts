import type { ToolCall, ToolResult } from './gateway.ts'

/** How one kind of model is talked to: what differs between vendors, and nothing else. */
export type Dialect<Message> = {
  /** Which descriptors it takes. */
  readonly format: string
  /** The calls that a model's answer asks for, in their order. */
  readonly calls: (response: unknown) => ToolCall[]
  /** What the answer adds to the conversation. */
  readonly answer: (response: unknown) => Message[]
  /** What the results of its calls add: one per call, in the same order. */
  readonly results: (results: readonly ToolResult[]) => Message[]
  /** The text of an answer that asks for no more calls. */
  readonly text: (response: unknown) => string
}

// biome-ignore lint/suspicious/noExplicitAny: a vendor's answer, of which a few members are read.
type Answer = any

const list = (value: unknown): Answer[] => (Array.isArray(value) ? value : [])

/** Chat completions: OpenAI's, and of all who copied them. */
export const openaiChat: Dialect<object> = {
  format: 'openai',
  calls: (response) =>
    list(messageOf(response)?.tool_calls)
      .filter(({ type = 'function' }) => type === 'function')
      .map(({ id, function: { name, arguments: input } }) => ({ id, name, input })),
  answer: (response) => [messageOf(response)],
  results: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  text: (response) => String(messageOf(response)?.content ?? ''),
}

const messageOf = (response: unknown): Answer => (response as Answer)?.choices?.[0]?.message

/** OpenAI's Responses. */
export const openaiResponses: Dialect<object> = {
  format: 'openai-responses',
  calls: (response) =>
    list((response as Answer)?.output)
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id: id, name, arguments: input }) => ({ id, name, input })),
  answer: (response) => list((response as Answer)?.output),
  results: (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  text: (response) =>
    list((response as Answer)?.output)
      .filter(({ type }) => type === 'message')
      .flatMap(({ content }) => list(content))
      .map(({ text = '' }) => text)
      .join(''),
}

/** Anthropic's messages: the results of one turn are one message. */
export const anthropic: Dialect<object> = {
  format: 'anthropic',
  calls: (response) =>
    blocksOf(response)
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id, name, input })),
  answer: (response) => [{ role: 'assistant', content: blocksOf(response) }],
  results: (results) => [
    {
      role: 'user',
      content: results.map(({ id, text, isError }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
        ...(isError && { is_error: true }),
      })),
    },
  ],
  text: (response) =>
    blocksOf(response)
      .filter(({ type }) => type === 'text')
      .map(({ text = '' }) => text)
      .join(''),
}

const blocksOf = (response: unknown): Answer[] => list((response as Answer)?.content)
