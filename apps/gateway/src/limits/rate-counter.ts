import { NothingAdded, type RateCount, type RateStore } from './rate-store.ts'

const MINUTE_MS = 60_000

type Count = {
  minute: number
  /** Calls in this process, those of them that other processes know, and calls in other processes. */
  own: number
  shared: number
  others: number
}

/** The rest of a limit after a call. */
export type Allowance = {
  readonly isOver: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export type RateCounter = {
  /** Counts one call. It costs a look-up in a map: neither a query nor a promise. */
  take(name: string, limit: number): Allowance
  /** Exchanges the counts with the other gateways, and returns how many. Rejects if the store fails. */
  share(): Promise<number>
}

/**
 * Counts calls per minute. Processes exchange their counts through `store`, once a second and only for names
 * that were called since: within that second, several gateways together may let through more than the limit.
 * While the store is unavailable, each process counts only its own calls.
 */
export function createRateCounter(store: RateStore, now: () => Date): RateCounter {
  const counts = new Map<string, Count>()

  function countOf(name: string, minute: number): Count {
    const known = counts.get(name)
    if (known?.minute === minute) return known
    const fresh = { minute, own: 0, shared: 0, others: 0 }
    counts.set(name, fresh)
    return fresh
  }

  return {
    take(name, limit) {
      const time = now().getTime()
      const count = countOf(name, Math.floor(time / MINUTE_MS))
      const resetSeconds = Math.ceil((MINUTE_MS - (time % MINUTE_MS)) / 1000)
      const used = count.own + count.others
      if (used >= limit) return { isOver: true, remaining: 0, resetSeconds }
      count.own++
      return { isOver: false, remaining: limit - used - 1, resetSeconds }
    },

    async share() {
      const minute = Math.floor(now().getTime() / MINUTE_MS)
      for (const [name, count] of counts) if (count.minute < minute) counts.delete(name)
      const changed = [...counts].filter(([, { own, shared }]) => own > shared)
      if (changed.length === 0) return 0
      const added = changed.map(([name, { own, shared }]) => ({ name, calls: own - shared }))
      for (const [, count] of changed) count.shared = count.own
      const sums = await store.add(minute, added).catch((error) => {
        // Counts that may already have been added are not added again, because they would count twice.
        if (error instanceof NothingAdded) giveBack(changed, added)
        throw error
      })
      for (const { name, calls } of sums) {
        const count = counts.get(name)
        // The sum is too small if calls of this process were lost on the way.
        if (count?.minute === minute) count.others = Math.max(count.others, calls - count.shared)
      }
      await store.forgetBefore(minute - 1)
      return sums.length
    },
  }
}

function giveBack(changed: readonly (readonly [string, Count])[], added: readonly RateCount[]) {
  for (const [index, [, count]] of changed.entries()) count.shared -= added[index]?.calls ?? 0
}
