export type Repeating = {
  /** Runs it as soon as it can; never twice at the same time. */
  now(): void
  stop(): Promise<void>
}

/** Runs work again and again, from the end of one to the beginning of the next. */
export function repeat(
  work: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): Repeating {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const run = () => {
    clearTimeout(timer)
    if (isStopped) return
    if (running !== undefined) {
      isWanted = true
      return
    }
    isWanted = false
    running = work()
      .catch(onError)
      .then(() => {
        running = undefined
        if (isWanted) run()
        else if (!isStopped) timer = setTimeout(run, everyMs)
      })
  }
  run()
  return {
    now: run,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
