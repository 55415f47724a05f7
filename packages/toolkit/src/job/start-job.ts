type JobOptions = {
  readonly name: string
  /** From the end of one run to the start of the next. */
  readonly everyMs: number
  /** Before the first run; none by default. */
  readonly delayMs?: number
  /** `signal` is aborted by `stop`. */
  readonly run: (signal: AbortSignal) => Promise<unknown>
  /** A failed run does not end the job; the next run follows after `everyMs`. */
  readonly onError: (error: unknown, name: string) => void
}

export type Job = {
  readonly name: string
  /** Runs the job now, or once more after the current run. Resolves when that run has ended. */
  runNow(): Promise<void>
  /** Resolves when the current run has ended; no run starts afterwards. */
  stop(): Promise<void>
}

/** Repeats `run` in the background. Runs of one job never overlap. */
export function startJob({ name, everyMs, delayMs = 0, run, onError }: JobOptions): Job {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let following: Promise<void> | undefined

  const runOnce = async () => {
    clearTimeout(timer)
    try {
      await run(signal)
    } catch (error) {
      onError(error, name)
    }
    current = undefined
    // If `runNow` has requested another run, it starts instead of the timer.
    if (!signal.aborted && following === undefined) schedule(everyMs)
  }
  const start = (): Promise<void> => {
    if (signal.aborted) return Promise.resolve()
    current = runOnce()
    return current
  }
  const schedule = (ms: number) => {
    timer = setTimeout(start, ms)
  }

  if (delayMs > 0) schedule(delayMs)
  else void start()

  return {
    name,
    runNow() {
      if (following !== undefined) return following
      if (current === undefined) return start()
      following = current.then(() => {
        following = undefined
        return start()
      })
      return following
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await current
    },
  }
}
