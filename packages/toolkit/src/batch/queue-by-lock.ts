import { limitConcurrency } from '../concurrency/limit-concurrency.ts'
import { type BatchOptions, collectBatches } from './collect-batches.ts'

export type LockQueues<Item, Result> = {
  has(lock: string): boolean
  add(lock: string, item: Item): Promise<Result>
}

/**
 * Collects the items that wait for a lock. A lock that is held for long occupies one connection: its items run
 * one batch at a time, and at most `maxInFlight` batches of all locks run at the same time. A queue exists while
 * it has items.
 */
export function queueByLock<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  {
    maxInFlight,
    ...options
  }: Pick<BatchOptions<Item>, 'conflictKey'> & { readonly maxInFlight: number },
): LockQueues<Item, Result> {
  type Queue = { readonly add: (item: Item) => Promise<Result>; items: number }
  const queues = new Map<string, Queue>()
  const limit = limitConcurrency(maxInFlight)
  const runLimited = (items: readonly Item[]) => limit.run(() => run(items))
  return {
    has: (lock) => queues.has(lock),
    async add(lock, item) {
      const queue = queues.get(lock) ?? {
        add: collectBatches(runLimited, { ...options, maxInFlight: 1 }),
        items: 0,
      }
      queues.set(lock, queue)
      queue.items++
      try {
        return await queue.add(item)
      } finally {
        queue.items--
        if (queue.items === 0) queues.delete(lock)
      }
    },
  }
}
