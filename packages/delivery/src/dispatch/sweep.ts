import type { Database } from '@quartermaster/db'
import type { Log } from '@quartermaster/toolkit'
import { WRITE_WITHIN_MS } from '../attempt/attempt.ts'
import {
  findDeadWorkers,
  findWaiting,
  pruneDeliveries,
  takeBack,
  type Waiting,
} from '../queries/sweep.ts'
import { forgetOldTroubles, postponeForTroubles } from '../queries/troubles.ts'

type Options = {
  db: Database
  clock: () => Date
  log: Log
  keepDays: number
  /** These are due, or will be before the next sweep: their doorbell may have been lost. */
  found: (waiting: readonly Waiting[], now: Date) => Promise<void>
}

/** Longer than a worker that only lost its connection could still be writing. */
const DEAD_AFTER_MS = WRITE_WITHIN_MS + 10_000
export const SWEEP_EVERY_MS = 5000
const AT_ONCE = 5000
const DAY_MS = 24 * 60 * 60 * 1000

/** Finds what would otherwise be lost. Any number of workers may do so at once. */
export function makeSweep({ db, clock, log, keepDays, found }: Options): () => Promise<void> {
  // Seen dead since, on a clock that only goes forward.
  const dead = new Map<number, number>()

  async function takeBackFromTheDead(): Promise<void> {
    const seen = await findDeadWorkers(db)
    const at = performance.now()
    for (const worker of dead.keys()) if (!seen.includes(worker)) dead.delete(worker)
    for (const worker of seen) if (!dead.has(worker)) dead.set(worker, at)
    const certain = seen.filter((worker) => at - (dead.get(worker) ?? at) >= DEAD_AFTER_MS)
    if (certain.length === 0) return
    const count = await takeBack(db, certain, clock())
    log.warn({ workers: certain, deliveries: count }, 'took back what dead workers had begun')
  }

  return async () => {
    await takeBackFromTheDead()
    const now = clock()
    await forgetOldTroubles(db, now)
    await postponeForTroubles(db, now, AT_ONCE)
    const until = new Date(now.getTime() + SWEEP_EVERY_MS)
    const waiting = await findWaiting(db, { until, now, limit: AT_ONCE })
    if (waiting.length > 0) await found(waiting, now)
    await pruneDeliveries(db, new Date(now.getTime() - keepDays * DAY_MS), AT_ONCE)
  }
}
