/** How much a folder's module may take. */
export type Limits = {
  /** Processes of one folder at a time, each with one call. */
  readonly processes: number
  /** Calls of one folder that may wait for a process. */
  readonly waiting: number
  /** MiB that a process may hold. */
  readonly memory: number
  /** Characters of JSON that a call may answer with. */
  readonly answer: number
  /** How long a module may take to load. */
  readonly loadMs: number
  /** How long a call may go on after its deadline, to tidy up. */
  readonly graceMs: number
  /** After how long without a call a process is ended. */
  readonly idleMs: number
  /** Calls after which a process is replaced. */
  readonly calls: number
}

export const LIMITS: Limits = {
  processes: 4,
  waiting: 1000,
  memory: 256,
  answer: 4 * 1024 * 1024,
  loadMs: 10_000,
  graceMs: 250,
  idleMs: 60_000,
  calls: 10_000,
}
