type Waiting<Item, Result> = {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export type BatchOptions<Item> = {
  readonly maxSize?: number
  /** Batches of any size that run at the same time. Fewer batches are larger ones, which cost less for each item. */
  readonly maxInFlight?: number
  /** A batch that has run for this long does not count for `maxInFlight`, so that it delays no others. */
  readonly slowMs?: number
  /**
   * A batch of this size starts immediately, and while up to MAX_LARGE others run: the database works on it while the
   * requests behind it are still being read, and one slow batch does not stop all others.
   */
  readonly largeSize?: number
  /** Items with equal keys never share a batch: one statement cannot write the same row twice. */
  readonly conflictKey?: (item: Item) => string | undefined
}

const MAX_LARGE = 4

/**
 * Collects items that arrive at the same time and runs them together, each with its own result or error.
 * An item waits for others only while `maxInFlight` batches are running, so nothing waits without load.
 * If `run` itself rejects, every item of that batch is rejected with the same error.
 */
export function collectBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  {
    maxSize = 100,
    maxInFlight = 2,
    slowMs,
    largeSize = Number.POSITIVE_INFINITY,
    conflictKey,
  }: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const most = Math.max(MAX_LARGE, maxInFlight)
  let waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  let slow = 0
  let isScheduled = false
  let lastSize = 0

  const mayStart = () =>
    inFlight < most &&
    (waiting.length >= largeSize || (waiting.length > 0 && inFlight - slow < maxInFlight))

  const startBatches = () => {
    isScheduled = false
    while (mayStart()) {
      const { batch, rest } = takeBatch(waiting, maxSize, conflictKey)
      waiting = rest
      lastSize = batch.length
      inFlight++
      const stopWatching = watch()
      runBatch(batch).finally(() => {
        inFlight--
        stopWatching()
        startBatches()
      })
    }
  }

  /** Counts a running batch as slow after `slowMs`. */
  const watch = () => {
    if (slowMs === undefined) return () => {}
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow++
      startBatches()
    }, slowMs)
    return () => {
      clearTimeout(timer)
      if (isSlow) slow--
    }
  }

  const runBatch = async (batch: readonly Waiting<Item, Result>[]) => {
    try {
      const results = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index]
        if (result === undefined) reject(new Error('A batch returned fewer results than items'))
        else if (result.status === 'fulfilled') resolve(result.value)
        else reject(result.reason)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= largeSize && mayStart()) return startBatches()
      if (isScheduled || !mayStart()) return
      isScheduled = true
      // `setImmediate` runs after the sockets that are readable now, so that their requests go together. While
      // calls come one by one it would only cost a turn of the event loop.
      if (inFlight > 0 || lastSize > 1) setImmediate(startBatches)
      else process.nextTick(startBatches)
    })
}

function takeBatch<Item, Result>(
  waiting: Waiting<Item, Result>[],
  maxSize: number,
  conflictKey: BatchOptions<Item>['conflictKey'],
) {
  if (conflictKey === undefined) {
    return { batch: waiting.slice(0, maxSize), rest: waiting.slice(maxSize) }
  }
  const keys = new Set<string>()
  const batch: Waiting<Item, Result>[] = []
  const rest: Waiting<Item, Result>[] = []
  for (const entry of waiting) {
    const key = conflictKey(entry.item)
    const fits = batch.length < maxSize && (key === undefined || !keys.has(key))
    if (fits) batch.push(entry)
    else rest.push(entry)
    // A later item must not overtake an earlier one with the same key.
    if (key !== undefined) keys.add(key)
  }
  return { batch, rest }
}

export const fulfilled = <Value>(value: Value): PromiseSettledResult<Value> => ({
  status: 'fulfilled',
  value,
})

export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })
