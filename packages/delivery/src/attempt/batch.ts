type Waiting<Item, Result> = {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Collects items that are passed in the same turn of the event loop, or while `parallel` batches
 * run, and passes them to `run` together. A single item does not wait for others.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { size = 200, parallel = 2 }: { size?: number; parallel?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  let isScheduled = false

  const start = () => {
    isScheduled = false
    while (running < parallel && waiting.length > 0) {
      const batch = waiting.splice(0, size)
      running++
      runBatch(batch).finally(() => {
        running--
        start()
      })
    }
  }
  const runBatch = async (batch: Waiting<Item, Result>[]) => {
    try {
      const results = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      setImmediate(start)
    })
}
