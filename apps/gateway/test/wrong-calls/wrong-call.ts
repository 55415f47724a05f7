/** A call of a tool, at /v1/tools or at the subject that it belongs to. It can be made over HTTP and MCP. */
export type ToolCall = {
  readonly tool: string
  readonly at?: Readonly<Partial<Record<'table' | 'document' | 'toolset' | 'thread', string>>>
  readonly input: Readonly<Record<string, unknown>>
}

/** Any other request. A text is sent as it is. */
export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Without a key, or with another one than that of the operator. */
  readonly key?: string | null
}

/**
 * A call as a model or a person gets it wrong. `{table}`, `{d1}` and the other names of the fixture are
 * replaced by ids, wherever they occur. No entry says how to correct the call: `followSuggestion`
 * finds that out from the answer.
 */
export type WrongCall = {
  readonly title: string
  readonly call: Call
  /** The gateway may also understand the call as it is. */
  readonly mayBeAccepted?: true
  /** Where only one of HTTP and MCP makes sense. */
  readonly only?: 'http' | 'mcp'
}

export type Call = ToolCall | HttpCall

export const isToolCall = (call: Call): call is ToolCall => 'tool' in call

export const wrong = (
  title: string,
  call: Call,
  more: Omit<WrongCall, 'title' | 'call'> = {},
): WrongCall => ({ title, call, ...more })

export const tool = (name: string, input: ToolCall['input'] = {}): ToolCall => ({
  tool: name,
  input,
})
export const onTable = (
  name: string,
  input: ToolCall['input'] = {},
  table = '{table}',
): ToolCall => ({
  tool: name,
  at: { table },
  input,
})
export const onDocument = (
  name: string,
  input: ToolCall['input'],
  document = '{d1}',
): ToolCall => ({
  tool: name,
  at: { document },
  input,
})
export const inToolset = (toolset: string, name: string, input: ToolCall['input']): ToolCall => ({
  tool: name,
  at: { toolset },
  input,
})
export const inThread = (thread: string, name: string, input: ToolCall['input']): ToolCall => ({
  tool: name,
  at: { thread },
  input,
})
export const post = (path: string, body?: unknown, more: Partial<HttpCall> = {}): HttpCall => ({
  method: 'POST',
  path,
  ...(body !== undefined && { body }),
  ...more,
})
export const request = (method: HttpCall['method'], path: string, body?: unknown): HttpCall => ({
  method,
  path,
  ...(body !== undefined && { body }),
})
