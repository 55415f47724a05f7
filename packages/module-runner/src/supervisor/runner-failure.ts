import type { Thrown } from '../runner/protocol.ts'

export type FailureKind =
  /** The module's own code threw. */
  | 'thrown'
  | 'not_json'
  /** The message is the number of characters. */
  | 'too_large'
  /** An error outside of the call's own course, such as an unhandled rejection. */
  | 'crashed'
  | 'exited'
  | 'memory'
  /** It wrote or asked for more than it may. */
  | 'flood'
  /** It wrote to the gateway by itself. */
  | 'garbled'
  | 'not_loaded'
  /** More calls wait than may. */
  | 'busy'

/** How a call, or a whole process, went wrong. */
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
