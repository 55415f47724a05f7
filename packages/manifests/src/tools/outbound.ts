/** The part of the guarded client of `@quartermaster/outbound` that is used here. */
export type Outbound = {
  request(url: string, request: OutboundRequest): Promise<OutboundAnswer>
  /** Streams the body instead of collecting it. */
  open(url: string, request: Omit<OutboundRequest, 'maxBytes'>): Promise<OutboundStream>
}

export type OutboundRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal
}

type Head = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export type OutboundAnswer = Head & {
  readonly text: string
  readonly truncated: boolean
  readonly bytes?: Uint8Array
}

export type OutboundStream = Head & { readonly body: AsyncIterable<Uint8Array> }

// `maxBytes` counts bytes on the wire; a compressed response could expand to any size.
export const UNCOMPRESSED = { 'accept-encoding': 'identity' }
