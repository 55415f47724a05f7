import { ToolError } from '@quartermaster/toolkit'

export type Deadline = {
  /** Aborted at the deadline. Created on first use: most calls never look at it. */
  readonly signal: AbortSignal
  readonly hasPassed: () => boolean
  readonly remainingMs: () => number
  /** From here on the call ends by itself in time, so it is no longer given up. */
  readonly release: () => void
  /** Undoes `release`, for a call that has to start over. */
  readonly resume: () => void
}

/** Runs `work`, and answers for it when it takes longer than its caller would wait. */
export function withDeadline<T>(
  timeoutSeconds: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const running = new RunningCall(timeoutSeconds, reject)
    watched.add(running)
    startWatching()
    const settle = () => watched.delete(running)
    work(running).then(
      (result) => {
        settle()
        resolve(result)
      },
      (error) => {
        settle()
        reject(error)
      },
    )
  })
}

class RunningCall implements Deadline {
  readonly #timeoutSeconds: number
  readonly #endsAt: number
  readonly #reject: (error: unknown) => void
  #controller: AbortController | undefined
  #isReleased = false
  #error: ToolError | undefined

  constructor(timeoutSeconds: number, reject: (error: unknown) => void) {
    this.#timeoutSeconds = timeoutSeconds
    this.#endsAt = performance.now() + waitMs(timeoutSeconds)
    this.#reject = reject
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#error !== undefined) this.#controller.abort(this.#error)
    return this.#controller.signal
  }

  hasPassed = () => this.#error !== undefined
  remainingMs = () => this.#endsAt - performance.now()

  release = () => {
    this.#isReleased = true
  }

  resume = () => {
    this.#isReleased = false
  }

  /** Gives the call up if its time is over; false while it goes on. */
  expire(now: number): boolean {
    if (this.#isReleased || now < this.#endsAt) return false
    const message = `The tool did not finish within its ${this.#timeoutSeconds} s.`
    this.#error = new ToolError('deadline_exceeded', message)
    this.#controller?.abort(this.#error)
    this.#reject(this.#error)
    return true
  }
}

// One timer for all calls instead of one each. Deadlines are seconds, so that 50 ms are exact enough.
const CHECK_EVERY_MS = 50
const watched = new Set<RunningCall>()
let timer: NodeJS.Timeout | undefined

function startWatching(): void {
  timer ??= setInterval(() => {
    const now = performance.now()
    for (const call of watched) if (call.expire(now)) watched.delete(call)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }, CHECK_EVERY_MS)
}

/** A little less than the caller waits, so that our answer comes before it gives up. */
const waitMs = (timeoutSeconds: number): number =>
  timeoutSeconds * 1000 - Math.min(500, timeoutSeconds * 100)
