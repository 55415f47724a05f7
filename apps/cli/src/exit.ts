/** Exit codes of `qm`, so that scripts can tell failures apart. */
export const EXIT = { failed: 1, usage: 2, refused: 3, unreachable: 4 } as const

/** A failure with its exit code. The message is printed as it is. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(kind: keyof typeof EXIT, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = EXIT[kind]
  }
}
