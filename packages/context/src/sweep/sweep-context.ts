import { type Database, inTransaction } from '@quartermaster/db'
import { claimSweep, type Step } from '../queries/sweep/claim-sweep.ts'
import { adoptRestoredChanges, pruneHistory, trimHistory } from '../queries/sweep/sweep-changes.ts'
import { expireItems, removeTombstones } from '../queries/sweep/sweep-items.ts'
import {
  sweepClosedTopics,
  sweepIdleTopics,
  sweepMemberships,
} from '../queries/sweep/sweep-topics.ts'

const BATCH = 500
// What is left after so many batches is for the next sweep.
const MOST_BATCHES = 200
const TIMEOUT = 30_000
const HISTORY = 30 * 24 * 3600 * 1000

export type Swept = {
  /** Changes of a restored database that were put in order. */
  adopted: number
  expired: number
  historyRemoved: number
  tombstonesRemoved: number
  membershipsRemoved: number
  topicsRemoved: number
}

/**
 * Removes what has expired and what nothing needs any more, in short transactions that wait for
 * nobody's locks. Any number of processes may sweep: one goes on, the others end early.
 */
export async function sweepContext(db: Database, now: Date): Promise<Swept> {
  const swept: Swept = {
    adopted: 0,
    expired: 0,
    historyRemoved: 0,
    tombstonesRemoved: 0,
    membershipsRemoved: 0,
    topicsRemoved: 0,
  }
  for (const [count, step] of steps(now)) {
    const isTaken = await repeat(db, step, (removed) => {
      swept[count] += removed
    })
    if (isTaken) break
  }
  return swept
}

/** In this order: what a step leaves without use is for the next ones. */
function steps(now: Date): [keyof Swept, Step][] {
  const old = new Date(now.getTime() - HISTORY)
  return [
    ['adopted', adoptRestoredChanges],
    ['expired', (trx) => expireItems(trx, now, BATCH)],
    ['historyRemoved', (trx, { trimmedId }) => trimHistory(trx, trimmedId, BATCH)],
    ['historyRemoved', (trx, { prunedId }) => pruneHistory(trx, prunedId, old, BATCH)],
    ['tombstonesRemoved', (trx, { prunedId }) => removeTombstones(trx, old, prunedId, BATCH)],
    ['membershipsRemoved', (trx) => sweepMemberships(trx, now, BATCH)],
    ['topicsRemoved', (trx) => sweepIdleTopics(trx, now, BATCH)],
    ['topicsRemoved', (trx) => sweepClosedTopics(trx, now, BATCH)],
  ]
}

/** Batch by batch until one is not full; says whether another sweep is at work. */
async function repeat(
  db: Database,
  step: Step,
  count: (removed: number) => void,
): Promise<boolean> {
  for (let number = 1; number <= MOST_BATCHES; number++) {
    const batch = await inTransaction(db, TIMEOUT, async (trx) => {
      const progress = await claimSweep(trx)
      return progress && (await step(trx, progress))
    })
    if (batch === undefined) return true
    count(batch.removed)
    if (batch.scanned < BATCH) break
  }
  return false
}
