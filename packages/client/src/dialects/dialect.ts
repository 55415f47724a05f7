import type { ToolCall, ToolResult } from '../gateway/connect-gateway.ts'

/** The parts of a conversation that differ between vendors. */
export type Dialect<Message, Tool> = {
  /** The format of the descriptors: the `format` of GET /v1/descriptors. */
  readonly format: string
  /** The calls that a response asks for, in order. */
  readonly calls: (response: unknown) => ToolCall[]
  /** Whether a response says that its calls may run at the same time; undefined if it does not say. */
  readonly parallel?: (response: unknown) => boolean | undefined
  /** The messages that a response adds to the conversation. */
  readonly answer: (response: unknown) => Message[]
  /** The messages with the results: one result per call, in the order of the calls. */
  readonly results: (results: readonly ToolResult[]) => Message[]
  /** The text of a response. */
  readonly text: (response: unknown) => string
  /** Types the `tools` of a request; has no value. */
  readonly tool?: Tool
}

// biome-ignore lint/suspicious/noExplicitAny: a vendor's response, of which a few members are read.
export type Response = any

export const list = (value: unknown): Response[] => (Array.isArray(value) ? value : [])
