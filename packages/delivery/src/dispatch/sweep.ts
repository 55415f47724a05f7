import type { Database } from '@quartermaster/db'
import type { Log } from '@quartermaster/toolkit'
import { WRITE_WITHIN_MS } from '../attempt/attempt.ts'
import {
  findDeadWorkers,
  findWaiting,
  pruneDeliveries,
  reclaimDeliveries,
  type WaitingDelivery,
} from '../queries/sweep.ts'
import { deleteOutdatedTroubles, postponeForTroubles } from '../queries/troubles.ts'

type Options = {
  db: Database
  clock: () => Date
  log: Log
  keepDays: number
  /** Deliveries that are due before the next sweep, in case their wakeups were lost. */
  onWaiting: (waiting: readonly WaitingDelivery[], now: Date) => Promise<void>
}

/** After this time, even a worker that has only lost its connection no longer writes a request. */
const DEAD_AFTER_MS = WRITE_WITHIN_MS + 10_000
export const SWEEP_EVERY_MS = 5000
const BATCH = 5000
const DAY_MS = 24 * 60 * 60 * 1000

/** Recovers deliveries whose wakeup or worker was lost. Any number of workers may sweep. */
export function makeSweep({ db, clock, log, keepDays, onWaiting }: Options): () => Promise<void> {
  /** When each dead worker was first seen, by `performance.now()`. */
  const deadSince = new Map<number, number>()

  async function reclaimFromDeadWorkers(): Promise<void> {
    const dead = await findDeadWorkers(db)
    const at = performance.now()
    for (const worker of deadSince.keys()) if (!dead.includes(worker)) deadSince.delete(worker)
    for (const worker of dead) if (!deadSince.has(worker)) deadSince.set(worker, at)
    const certain = dead.filter((worker) => at - (deadSince.get(worker) ?? at) >= DEAD_AFTER_MS)
    if (certain.length === 0) return
    const now = clock()
    const claimedBefore = new Date(now.getTime() - DEAD_AFTER_MS)
    const deliveries = await reclaimDeliveries(db, certain, { now, claimedBefore })
    if (deliveries === 0) return
    log.warn({ workers: certain, deliveries }, 'reclaimed deliveries from dead workers')
  }

  return async () => {
    await reclaimFromDeadWorkers()
    const now = clock()
    await deleteOutdatedTroubles(db, now)
    await postponeForTroubles(db, now, BATCH)
    const until = new Date(now.getTime() + SWEEP_EVERY_MS)
    const waiting = await findWaiting(db, { until, now, limit: BATCH })
    if (waiting.length > 0) await onWaiting(waiting, now)
    await pruneDeliveries(db, new Date(now.getTime() - keepDays * DAY_MS), BATCH)
  }
}
