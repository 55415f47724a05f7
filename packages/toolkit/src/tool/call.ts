import type { Access } from './access.ts'

/** The identity behind a call. It comes from the API key, never from the arguments. */
export type Caller = {
  readonly workspaceId: string
  readonly workspace: string
  readonly agent: string
  readonly keyId: string
  readonly isRoot: boolean
  readonly access: Access
}

export type Log = Record<
  'debug' | 'info' | 'warn' | 'error',
  (details: object, message: string) => void
>

/** The second argument of a handler. */
export type Call<Services> = {
  readonly caller: Caller
  readonly services: Services
  /** Aborted at the tool's deadline; pass it to every operation that waits. */
  readonly signal: AbortSignal
  readonly now: Date
  readonly requestId: string
  /** The caller's key for repetitions of this call; pass it to services that accept one. */
  readonly idempotencyKey?: string
  /** Data that the host sent with the arguments: the envelope's `metadata`, MCP's `_meta`. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly log: Log
  /** Reports the progress of a long call. Unset if the caller cannot receive it (only MCP can). */
  readonly progress?: (progress: number, total?: number, message?: string) => void
}
