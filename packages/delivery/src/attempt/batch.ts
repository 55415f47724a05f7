type Waiting<Item, Result> = {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Makes one statement of what many ask for at the same time. A single asker waits for nobody;
 * while a batch is on its way, the next one gathers.
 */
export function batched<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { size = 200, lanes = 2 }: { size?: number; lanes?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  let scheduled = false

  const start = () => {
    scheduled = false
    while (running < lanes && waiting.length > 0) {
      const batch = waiting.splice(0, size)
      running++
      work(batch).finally(() => {
        running--
        start()
      })
    }
  }
  const work = async (batch: Waiting<Item, Result>[]) => {
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
      if (scheduled) return
      scheduled = true
      // After this turn of the loop, so that those who come together go together.
      setImmediate(start)
    })
}
