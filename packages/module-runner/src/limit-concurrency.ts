export type ConcurrencyLimit = {
  /** Runs `work` as soon as a slot is free; callers wait in the order they came. */
  run<T>(work: () => Promise<T>): Promise<T>
  hasWaiting(): boolean
}

export function limitConcurrency(slots: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  const run: ConcurrencyLimit['run'] = async (work) => {
    if (running >= slots) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // `running` stays the same when the slot passes to the next waiter, so no newcomer can take it.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
  return { run, hasWaiting: () => waiting.length > 0 }
}
