/** Resource limits for the modules of one folder. */
export type Limits = {
  /** Concurrent processes per folder; each runs one call at a time. */
  readonly processes: number
  /** Calls per folder that may wait for a process. */
  readonly waiting: number
  /** Resident memory of one process, in MiB. */
  readonly memory: number
  /** Length of a result, in characters of JSON. */
  readonly answer: number
  /** Requests that one call may make with `fetch`. */
  readonly fetches: number
  /** Requests of one call that run at the same time; further ones wait. */
  readonly concurrentFetches: number
  /** Bytes of all responses that one call may receive. */
  readonly fetchBytes: number
  /** Time for a module to load. */
  readonly loadMs: number
  /** Time a call may continue after its deadline in order to clean up. */
  readonly graceMs: number
  /** Time without a call after which a process is ended. */
  readonly idleMs: number
  /** Calls after which a process is replaced. */
  readonly calls: number
}

export const LIMITS: Limits = {
  processes: 4,
  waiting: 1000,
  memory: 256,
  answer: 4 * 1024 * 1024,
  fetches: 100,
  concurrentFetches: 8,
  fetchBytes: 64 * 1024 * 1024,
  loadMs: 10_000,
  graceMs: 250,
  idleMs: 60_000,
  calls: 10_000,
}
