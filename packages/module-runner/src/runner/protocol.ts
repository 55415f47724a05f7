/** Messages between the gateway and a runner process: one JSON text per line. */

export type CallContext = {
  readonly agent: string
  readonly workspace: string
  readonly toolset: string
  /** Null when the function was called by the folder's own path. */
  readonly thread: string | null
  readonly requestId: string
  /** The same for every repetition of one call; null when the caller sent no idempotency key. */
  readonly idempotencyKey: string | null
}

/** Progress of a call, in the terms of MCP's `notifications/progress`. */
export type Progress = {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

export type FetchRequest = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type FetchResponseHead = {
  /** The address after redirects. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export type ToRunner =
  | {
      readonly type: 'load'
      /** The module's path. */
      readonly entry: string
      readonly functions: readonly string[]
      readonly secrets: Readonly<Record<string, string>>
      readonly mayUseNetwork: boolean
      readonly mayUseProcesses: boolean
      readonly answerLimit: number
    }
  | {
      readonly type: 'call'
      readonly id: number
      readonly name: string
      /** JSON text, which keeps every digit of large numbers. */
      readonly input: string
      readonly context: CallContext
    }
  | { readonly type: 'abort'; readonly id: number }
  | FetchMessage

/** The answer to a `fetch`: `fetch_response`, any number of chunks, each after its `fetch_pull`, then `fetch_end`. */
export type FetchMessage =
  | { readonly type: 'fetch_response'; readonly id: number; readonly response: FetchResponseHead }
  /** Base64. */
  | { readonly type: 'fetch_chunk'; readonly id: number; readonly data: string }
  | { readonly type: 'fetch_end'; readonly id: number }
  | {
      readonly type: 'fetch_failed'
      readonly id: number
      readonly reason: string
      /** The guarded client's failure, such as `private_address`. */
      readonly code?: string
    }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** An error that the module's code threw. */
export type Thrown = {
  readonly message: string
  readonly stack: string
  /** Set by the module: `not_found`, `invalid_input`. */
  readonly code?: string
}

export type FromRunner =
  | { readonly type: 'loaded'; readonly missing: readonly string[] }
  | { readonly type: 'not_loaded'; readonly error: Thrown }
  | { readonly type: 'result'; readonly id: number; readonly result: string }
  | { readonly type: 'thrown'; readonly id: number; readonly error: Thrown }
  | { readonly type: 'not_json'; readonly id: number; readonly reason: string }
  /** A result longer than `answerLimit`; `size` is its length in characters. */
  | { readonly type: 'too_large'; readonly id: number; readonly size: number }
  /** Sent after every call. With `leftovers` the process cannot be used for another call. */
  | { readonly type: 'idle'; readonly leftovers: boolean; readonly rss: number }
  /** An uncaught error. The process exits after this message. */
  | { readonly type: 'crashed'; readonly error: Thrown }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string }
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'fetch'; readonly id: number; readonly request: FetchRequest }
  /** The runner has room for one more chunk of the response. */
  | { readonly type: 'fetch_pull'; readonly id: number }
  /** The module aborted the request or cancelled its body. */
  | { readonly type: 'fetch_cancel'; readonly id: number }
