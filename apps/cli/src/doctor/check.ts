import type { Connection } from '../gateway/connection.ts'

export type Check = {
  readonly name: string
  /** Resolves with a detail to print, or throws with the reason. */
  readonly run: (connection: Connection) => Promise<string>
}

/** Thrown by a check for something that works here but may not work for others. */
export class Warning extends Error {}
