export type Lane = {
  /** Does it as soon as there is room; the rest waits in the order it came. */
  run<T>(work: () => Promise<T>): Promise<T>
  hasWaiting(): boolean
}

/** Lets so much work go on at a time. */
export function limitConcurrency(most: number): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  const run: Lane['run'] = async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place goes over to the next one, so that none who comes meanwhile can take it.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
  return { run, hasWaiting: () => waiting.length > 0 }
}
