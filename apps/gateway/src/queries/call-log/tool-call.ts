/** A call as the call log has it. */
export type ToolCall = {
  /** Null, like `agent` and `key_id`, for a call without a valid key. */
  readonly workspace_id: string | null
  readonly agent: string | null
  readonly key_id: string | null
  readonly tool: string
  readonly path: string
  readonly request_id: string
  readonly trace_id: string | null
  readonly status: number
  readonly code: string | null
  readonly error: string | null
  readonly suggestion: string | null
  /** The beginning of the answer. */
  readonly answer: string | null
  readonly milliseconds: number
  readonly request_bytes: number
  readonly response_bytes: number
  readonly arguments: string
  readonly replayed: boolean
  readonly called_at: Date
}

type Type = 'text' | 'integer' | 'real' | 'boolean' | 'time'

/** The attributes of PostgreSQL's type `logged_call`, in their order. */
export const LOGGED_CALL = {
  agent: 'text',
  key_id: 'text',
  tool: 'text',
  path: 'text',
  request_id: 'text',
  trace_id: 'text',
  status: 'integer',
  code: 'text',
  error: 'text',
  suggestion: 'text',
  answer: 'text',
  milliseconds: 'real',
  request_bytes: 'integer',
  response_bytes: 'integer',
  arguments: 'text',
  replayed: 'boolean',
  called_at: 'time',
} as const satisfies Record<Exclude<keyof ToolCall, 'workspace_id'>, Type>
