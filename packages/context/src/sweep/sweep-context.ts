import { type Database, inTransaction } from '@quartermaster/db'
import { HISTORY_MS } from '../queries/items/remove-values.ts'
import { claimSweep, type Step } from '../queries/sweep/claim-sweep.ts'
import { adoptRestoredChanges, pruneHistory, trimHistory } from '../queries/sweep/sweep-changes.ts'
import { expireItems, removeTombstones } from '../queries/sweep/sweep-items.ts'
import {
  sweepClosedTopics,
  sweepIdleTopics,
  sweepMemberships,
} from '../queries/sweep/sweep-topics.ts'

const BATCH = 500
// The next sweep continues.
const MAX_BATCHES = 200
const TIMEOUT = 30_000

export type Swept = {
  /** Changes of a restored database, see `adoptRestoredChanges`. */
  adopted: number
  expired: number
  historyRemoved: number
  tombstonesRemoved: number
  membershipsRemoved: number
  topicsRemoved: number
}

/**
 * Removes expired values and rows that nothing refers to, in short transactions that do not wait
 * for locks. Processes may sweep concurrently: one continues, the others return early. `now` must
 * be the database's time.
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

/** The order matters: a step can make rows removable for the next ones. */
function steps(now: Date): [keyof Swept, Step][] {
  const old = new Date(now.getTime() - HISTORY_MS)
  return [
    ['adopted', adoptRestoredChanges],
    ['expired', (trx) => expireItems(trx, now, BATCH)],
    ['historyRemoved', (trx, { trimmedId }) => trimHistory(trx, trimmedId, BATCH)],
    ['historyRemoved', (trx, { prunedId }) => pruneHistory(trx, prunedId, old, BATCH)],
    ['tombstonesRemoved', (trx, { prunedId }) => removeTombstones(trx, now, prunedId, BATCH)],
    ['membershipsRemoved', (trx) => sweepMemberships(trx, now, BATCH)],
    ['topicsRemoved', (trx) => sweepIdleTopics(trx, now, BATCH)],
    ['topicsRemoved', (trx) => sweepClosedTopics(trx, now, BATCH)],
  ]
}

/** Runs batches until one is not full. Returns whether another sweep is running. */
async function repeat(
  db: Database,
  step: Step,
  count: (removed: number) => void,
): Promise<boolean> {
  for (let number = 1; number <= MAX_BATCHES; number++) {
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
