/** What the gateway and a runner tell each other, one JSON text per line. */

export type CallContext = {
  readonly agent: string
  readonly workspace: string
  readonly toolset: string
  /** Null where the call came by the folder's own path. */
  readonly thread: string | null
  readonly requestId: string
}

export type FetchRequest = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type FetchResponse = {
  /** Where the answer came from in the end. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
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
      /** JSON text, so that every digit arrives. */
      readonly input: string
      readonly context: CallContext
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'fetched'; readonly id: number; readonly response: FetchResponse }
  | {
      readonly type: 'not_fetched'
      readonly id: number
      readonly reason: string
      /** The guarded client's word for it. */
      readonly code?: string
    }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** How a call went wrong inside of the module. */
export type Thrown = {
  readonly message: string
  readonly stack: string
  /** What the module itself says it is: `not_found`, `invalid_input`. */
  readonly code?: string
}

export type FromRunner =
  | { readonly type: 'loaded'; readonly missing: readonly string[] }
  | { readonly type: 'not_loaded'; readonly error: Thrown }
  | { readonly type: 'result'; readonly id: number; readonly result: string }
  | { readonly type: 'thrown'; readonly id: number; readonly error: Thrown }
  | { readonly type: 'not_json'; readonly id: number; readonly reason: string }
  /** A result of so many characters, which is more than may be. */
  | { readonly type: 'too_large'; readonly id: number; readonly size: number }
  /** After every call: whether another one can follow in this process. */
  | { readonly type: 'idle'; readonly leftovers: boolean; readonly rss: number }
  /** An error that nobody caught. The process ends. */
  | { readonly type: 'crashed'; readonly error: Thrown }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string }
  | { readonly type: 'progress'; readonly progress: unknown }
  | { readonly type: 'fetch'; readonly id: number; readonly request: FetchRequest }
