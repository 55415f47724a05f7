/** Answers of the gateway, as far as the console shows them. */

export type Page<Name extends string, Entry> = { readonly [name in Name]: readonly Entry[] } & {
  readonly next_cursor: string | null
}

export type Session = {
  readonly workspace: string
  readonly agent: string
  readonly key_id: string
  readonly is_root: boolean
  readonly expires_at: string | null
  readonly tools: readonly string[]
  readonly operations: readonly string[]
}

export type Call = {
  readonly id: string
  readonly agent: string | null
  readonly key_id: string | null
  readonly tool: string
  readonly path: string
  readonly request_id: string
  readonly status: number
  readonly code: string | null
  readonly error: string | null
  readonly suggestion: string | null
  readonly milliseconds: number
  readonly request_bytes: number
  readonly response_bytes: number
  readonly arguments: string
  readonly replayed: boolean
  readonly called_at: string
}

export type CallWithAnswer = Call & { readonly answer: string | null }

export type CallStatistics = {
  readonly group: string
  readonly calls: number
  readonly errors: number
  readonly replayed: number
  readonly milliseconds_p50: number
  readonly milliseconds_p95: number
}

export type Statistics = {
  readonly since: string
  readonly until: string
  readonly stats: readonly CallStatistics[]
}

export type Workspace = { readonly name: string }

export type Agent = {
  readonly name: string
  readonly role: string | null
  readonly allowed_tools: readonly string[] | null
  readonly denied_tools: readonly string[]
  readonly created_at: string
}
