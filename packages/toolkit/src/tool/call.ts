import type { Access } from './access.ts'

/** Who is calling: known from the key alone, never from what a model wrote. */
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

/** What a handler gets beside its input. */
export type Call<Services> = {
  readonly caller: Caller
  readonly services: Services
  /** Aborted at the tool's deadline; pass it on to everything that can wait. */
  readonly signal: AbortSignal
  readonly now: Date
  readonly requestId: string
  /** What the host sent beside the arguments (the envelope's `metadata`, MCP's `_meta`). */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly log: Log
}
