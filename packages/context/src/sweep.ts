import { type Database, inTransaction } from '@quartermaster/db'
import {
  adoptRestoredChanges,
  claimSweep,
  pruneHistory,
  trimHistory,
} from './queries/sweep-changes.ts'
import { expireItems, removeTombstones } from './queries/sweep-items.ts'
import { claimIdleTopics, removeUnusedTopics, sweepMemberships } from './queries/sweep-topics.ts'

const BATCH = 500
const TIMEOUT = 30_000
const DAY = 24 * 3600 * 1000
const HISTORY = 30 * DAY

// What is left after so many batches is for the next sweep.
const MOST_BATCHES = 200

export type Swept = {
  /** Changes of a restored database that were put in order. */
  readonly adopted: number
  readonly expired: number
  readonly historyRemoved: number
  readonly tombstonesRemoved: number
  readonly membershipsRemoved: number
  readonly topicsRemoved: number
}

/**
 * Removes what has expired and what nothing needs any more. Each step is many short transactions
 * that wait for nobody's locks, so any number of sweeps may run beside any number of calls.
 */
export async function sweepContext(db: Database, now: Date): Promise<Swept> {
  const inBatch = <T>(work: (trx: Database) => Promise<T>) => inTransaction(db, TIMEOUT, work)
  const old = new Date(now.getTime() - HISTORY)

  const adopted = await inBatch(adoptRestoredChanges)
  const expired = await repeat(() => inBatch((trx) => expireItems(trx, now, BATCH)).then(whole))
  const trimmed = await repeat(() => inBatch(trim))
  const pruned = await repeat(() => inBatch((trx) => prune(trx, old)))
  // A tombstone takes the row with it that tells that its key is gone: not before that row's time.
  const tombstones = pruned.isDone
    ? await repeat(() => inBatch((trx) => removeTombstones(trx, old, BATCH)).then(whole))
    : NOTHING
  const memberships = await repeat(() => inBatch((trx) => sweepMemberships(trx, now, BATCH)))
  const topics = await repeat(() => inBatch((trx) => sweepTopics(trx, now)))

  return {
    adopted,
    expired: expired.removed,
    historyRemoved: trimmed.removed + pruned.removed,
    tombstonesRemoved: tombstones.removed,
    membershipsRemoved: memberships.removed,
    topicsRemoved: topics.removed,
  }
}

type Batch = { readonly scanned: number; readonly removed: number }

const NOTHING = { removed: 0, isDone: false }

const whole = (removed: number): Batch => ({ scanned: removed, removed })

/** Batch by batch until one was not full, or another sweep is at it. */
async function repeat(
  batch: () => Promise<Batch | undefined>,
): Promise<{ removed: number; isDone: boolean }> {
  let removed = 0
  for (let number = 1; number <= MOST_BATCHES; number++) {
    const step = await batch()
    if (step === undefined) return { removed, isDone: false }
    removed += step.removed
    if (step.scanned < BATCH) return { removed, isDone: true }
  }
  return { removed, isDone: false }
}

async function trim(trx: Database): Promise<Batch | undefined> {
  const place = await claimSweep(trx)
  return place && (await trimHistory(trx, place.trimmed_id, BATCH))
}

async function prune(trx: Database, changedBefore: Date): Promise<Batch | undefined> {
  const place = await claimSweep(trx)
  return place && (await pruneHistory(trx, place.pruned_id, changedBefore, BATCH))
}

async function sweepTopics(trx: Database, now: Date): Promise<Batch> {
  const topics = await claimIdleTopics(trx, now, BATCH)
  if (topics.length === 0) return { scanned: 0, removed: 0 }
  // In a statement of its own: only what begins after the locks are held sees every push.
  const removed = await removeUnusedTopics(trx, now, topics)
  return { scanned: topics.length, removed }
}
