const STATUS = {
  malformed_json: 400,
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  quota_exceeded: 403,
  not_found: 404,
  unknown_tool: 404,
  method_not_allowed: 405,
  conflict: 409,
  in_flight: 409,
  too_large: 413,
  key_reused: 422,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  tool_failed: 500,
  upstream_failed: 502,
  unavailable: 503,
  deadline_exceeded: 504,
} as const

export type ErrorCode = keyof typeof STATUS

export const ERROR_CODES = Object.keys(STATUS) as readonly ErrorCode[]

const DEFAULT_SUGGESTION: Record<ErrorCode, string> = {
  malformed_json: 'Send the arguments as one valid JSON object.',
  invalid_input:
    'GET /v1/descriptors has the schemas of the tools, GET /openapi.json those of all routes.',
  unauthorized: 'Send a valid key as "Authorization: Bearer KEY" or "x-api-key: KEY".',
  forbidden: 'Use one of the permitted tools, or ask the operator for access.',
  quota_exceeded: 'Delete what is no longer needed, or ask the operator for a larger quota.',
  not_found: 'Check the id and call again.',
  unknown_tool: 'Call GET /v1/descriptors to see the tools this key may call.',
  method_not_allowed: 'Use one of the methods in the Allow header.',
  conflict: 'Read the current state and call again.',
  in_flight: 'Repeat the same call shortly to get its answer.',
  too_large: 'Split the data over several calls.',
  key_reused: 'Use a new idempotency key for a different call.',
  cancelled: 'Call again if the answer is still needed.',
  rate_limited: 'Wait for the time in the Retry-After header, then call again.',
  internal: 'Call again later. If the error persists, give the request_id to the operator.',
  tool_failed: 'Check the arguments. If the error persists, report it to the author of the tool.',
  upstream_failed: 'Call again later.',
  unavailable: 'Call again later.',
  deadline_exceeded: 'Request less data per call, or call again later.',
}

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'in_flight',
  'rate_limited',
  'internal',
  'upstream_failed',
  'unavailable',
  'deadline_exceeded',
])

type Options = {
  suggestion?: string
  /** Further members of the error body, such as `valid_parameters`. */
  details?: Record<string, unknown>
  headers?: Record<string, string>
  /** Unset: depends on the code. */
  retryable?: boolean
  cause?: unknown
}

/** A failure that the caller can act on. `message` is never copied from an upstream service. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ErrorCode
  readonly suggestion: string
  readonly hasOwnSuggestion: boolean
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly retryable: boolean

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.suggestion = options.suggestion ?? DEFAULT_SUGGESTION[code]
    this.hasOwnSuggestion = options.suggestion !== undefined
    this.details = options.details ?? {}
    this.headers = options.headers ?? {}
    this.retryable = options.retryable ?? RETRYABLE.has(code)
  }

  get status(): number {
    return STATUS[this.code]
  }
}
