import { ToolError } from '@quartermaster/toolkit'

export type Deadline = {
  readonly signal: AbortSignal
  readonly remainingMs: () => number
  /** From here on the call is sure to end by itself: what is being committed is not given up. */
  readonly release: () => void
}

/** Runs work, and answers for it when it takes longer than its caller would wait. */
export async function withDeadline<T>(
  timeoutSeconds: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const limit = waitMs(timeoutSeconds)
  const end = performance.now() + limit
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const message = `The tool did not finish within its ${timeoutSeconds} s.`
      const error = new ToolError('deadline_exceeded', message)
      controller.abort(error)
      reject(error)
    }, limit)
  })
  const deadline = {
    signal: controller.signal,
    remainingMs: () => end - performance.now(),
    release: () => clearTimeout(timer),
  }
  try {
    return await Promise.race([work(deadline), expired])
  } finally {
    clearTimeout(timer)
  }
}

/** A little less than the caller's own patience, so that our answer comes before it gives up. */
const waitMs = (timeoutSeconds: number): number =>
  timeoutSeconds * 1000 - Math.min(500, timeoutSeconds * 100)
