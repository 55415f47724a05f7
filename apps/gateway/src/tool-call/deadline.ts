import { Slots, ToolError } from '@quartermaster/toolkit'

export type Deadline = {
  /** Aborted at the deadline, or when the caller is gone. Created on first use: most calls never need it. */
  readonly signal: AbortSignal
  hasPassed(): boolean
  remainingMs(): number
  /** The rest of the call is bounded in time without a deadline, so it is no longer abandoned. */
  release(): void
  /** Undoes `release`, for a call that has to start over. Abandons the call if its deadline has passed. */
  resume(): void
}

/** Lets other code cancel a running call when its caller is gone. */
export type Cancellation = {
  /** Why the call is cancelled. */
  reason?: ToolError
  /** Abandons the running call. */
  cancel?: (reason: ToolError) => void
}

/** Runs `work`, and rejects when it takes longer than its caller would wait, or when it is cancelled. */
export function withDeadline<T>(
  timeoutSeconds: number,
  cancellation: Cancellation,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  if (cancellation.reason !== undefined) return Promise.reject(cancellation.reason)
  return new Promise<T>((resolve, reject) => {
    const running = new RunningCall(timeoutSeconds, reject)
    cancellation.cancel = (reason) => running.cancel(reason)
    const slot = watched.add(running)
    startWatching()
    const fail = (error: unknown) => {
      watched.remove(slot)
      reject(error)
    }
    try {
      work(running).then((result) => {
        watched.remove(slot)
        resolve(result)
      }, fail)
    } catch (error) {
      fail(error)
    }
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

  hasPassed(): boolean {
    return this.#error !== undefined
  }

  remainingMs(): number {
    return this.#endsAt - performance.now()
  }

  release(): void {
    this.#isReleased = true
  }

  resume(): void {
    this.#isReleased = false
    this.expire(performance.now())
  }

  /** Abandons the call if its deadline has passed. */
  expire(now: number): void {
    if (this.#isReleased || this.hasPassed() || now < this.#endsAt) return
    const message = `The tool did not finish within its ${this.#timeoutSeconds} s.`
    this.#giveUp(new ToolError('deadline_exceeded', message))
  }

  cancel(reason: ToolError): void {
    if (!this.#isReleased && !this.hasPassed()) this.#giveUp(reason)
  }

  #giveUp(error: ToolError): void {
    this.#error = error
    this.#controller?.abort(error)
    this.#reject(error)
  }
}

// One timer for all calls instead of one each. Deadlines are in seconds, so 50 ms is precise enough.
const CHECK_EVERY_MS = 50
const watched = new Slots<RunningCall>()
let timer: NodeJS.Timeout | undefined

function startWatching(): void {
  timer ??= setInterval(() => {
    const now = performance.now()
    for (const call of watched) call.expire(now)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }, CHECK_EVERY_MS)
}

/** Slightly less than the caller waits, so that the answer arrives before the caller gives up. */
const waitMs = (timeoutSeconds: number): number =>
  timeoutSeconds * 1000 - Math.min(500, timeoutSeconds * 100)
