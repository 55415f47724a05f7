import type { Thrown } from '../runner/protocol.ts'

export type FailureKind =
  /** The module's own code threw. */
  | 'thrown'
  | 'not_json'
  /** The message is the number of characters. */
  | 'too_large'
  /** An error outside the call's own promise chain, such as an unhandled rejection. */
  | 'crashed'
  | 'exited'
  | 'memory'
  /** The call wrote, fetched or reported more than its limits allow. */
  | 'flood'
  /** The module wrote to the runner's pipe by itself. */
  | 'garbled'
  | 'not_loaded'
  /** The folder's queue is full. */
  | 'busy'

/** How a call, or a whole runner process, failed. */
export class RunnerFailure extends Error {
  override readonly name = 'RunnerFailure'
  readonly kind: FailureKind
  readonly thrown: Thrown | undefined

  constructor(kind: FailureKind, message: string, thrown?: Thrown) {
    super(message)
    this.kind = kind
    this.thrown = thrown
  }
}
