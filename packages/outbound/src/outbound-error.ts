export type OutboundFailure =
  /** Not an address that we call. */
  | 'bad_url'
  /** The address is private, and the operator has not allowed it. */
  | 'private_address'
  /** Its sender stopped it before a byte was written. */
  | 'stopped'
  /** No connection, or one that broke. */
  | 'unreachable'
  | 'timed_out'

/** Why a request has no answer, in words that hold nothing of what the other side said. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure
  /** Whether the other side may have got the request nevertheless. */
  readonly written: boolean
  /** The status of an answer that began and did not end. */
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
    'The address is private, and only public ones are called; the operator can allow it with QM_OUTBOUND_ALLOW',
  )
