export type OutboundFailure =
  /** Not an http or https URL, or one with credentials. */
  | 'bad_url'
  /** The address is private, and QM_OUTBOUND_ALLOW does not list it. */
  | 'private_address'
  /** The caller's signal or `beforeWrite` stopped it. */
  | 'stopped'
  /** No connection, or a broken one. */
  | 'unreachable'
  | 'timed_out'

/** Why a request has no response; the message contains nothing that the other side sent. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure
  /** Whether the other side may have received the request. */
  readonly written: boolean
  /** The status of a response that broke off. */
  readonly status: number | undefined

  constructor(
    failure: OutboundFailure,
    message: string,
    {
      written = false,
      status,
      cause,
    }: { written?: boolean; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.failure = failure
    this.written = written
    this.status = status
  }
}

export const privateAddress = () =>
  new OutboundError(
    'private_address',
    'The address is private; only public addresses are called unless QM_OUTBOUND_ALLOW lists it',
  )
