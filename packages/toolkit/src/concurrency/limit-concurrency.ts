export type ConcurrencyLimit = {
  /** Runs `work` as soon as the number of running calls is below the limit, in order of arrival. */
  run<T>(work: () => Promise<T>): Promise<T>
  hasWaiting(): boolean
}

export function limitConcurrency(limit: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  const run: ConcurrencyLimit['run'] = async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // `running` stays the same when the next waiter starts, so that no new call can overtake it.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
  return { run, hasWaiting: () => waiting.length > 0 }
}

export type ConcurrencyLimits = {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** A limit for each name, such as each workspace. It exists while the name has running or waiting calls. */
export function limitConcurrencyOfEach(limit: number): ConcurrencyLimits {
  const limits = new Map<string, { readonly own: ConcurrencyLimit; calls: number }>()
  return {
    async run(name, work) {
      const entry = limits.get(name) ?? { own: limitConcurrency(limit), calls: 0 }
      limits.set(name, entry)
      entry.calls++
      try {
        return await entry.own.run(work)
      } finally {
        entry.calls--
        if (entry.calls === 0) limits.delete(name)
      }
    },
  }
}
