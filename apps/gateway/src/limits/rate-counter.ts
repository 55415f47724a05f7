import type { Database } from '@quartermaster/db'
import { addRateCounts, deleteOldRateCounts } from '../queries/rate-counts.ts'

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
  /** Exchanges the counts with the other gateways. */
  share(): Promise<void>
}

/**
 * Counts calls per minute. Processes exchange their counts through the database, once a second and only for
 * names that were called since: within that second, several gateways together may let through more than the
 * limit.
 */
export function createRateCounter(db: Database, now: () => Date): RateCounter {
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
      if (changed.length === 0) return
      const added = changed.map(([name, { own, shared }]) => ({ name, calls: own - shared }))
      for (const [, count] of changed) count.shared = count.own
      for (const { name, calls } of await addRateCounts(db, minute, added)) {
        const count = counts.get(name)
        if (count?.minute === minute) count.others = calls - count.shared
      }
      await deleteOldRateCounts(db, minute - 1)
    },
  }
}
