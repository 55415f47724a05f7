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

/** The attributes of PostgreSQL's type `logged_call`, in their order. */
export const LOGGED_CALL = [
  'agent',
  'key_id',
  'tool',
  'path',
  'request_id',
  'trace_id',
  'status',
  'code',
  'error',
  'suggestion',
  'answer',
  'milliseconds',
  'request_bytes',
  'response_bytes',
  'arguments',
  'replayed',
  'called_at',
] as const satisfies readonly Exclude<keyof ToolCall, 'workspace_id'>[]
