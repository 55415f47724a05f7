/** The guarded client, as far as it is used here; @quartermaster/outbound has it. */
export type Outbound = {
  request(url: string, request: OutboundRequest): Promise<OutboundAnswer>
}

export type OutboundRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export type OutboundAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly truncated: boolean
  /** What came, where it is more than text. */
  readonly bytes?: Uint8Array
}

export const LARGEST_ANSWER = 4 * 1024 * 1024

// Compressed answers would have to be undone, and their size is not what it seems.
export const PLAIN = { 'accept-encoding': 'identity' }
