import type { Database } from '@quartermaster/db'

/** How far the sweeps have come in the changes. */
export type Progress = { readonly trimmedId: number; readonly prunedId: number }

/** What one short transaction of a sweep has done. */
export type Batch = { readonly scanned: number; readonly removed: number }

export type Step = (trx: Database, progress: Progress) => Promise<Batch>

export const NOTHING: Batch = { scanned: 0, removed: 0 }

/** Keeps other sweeps out until the transaction ends; undefined while one of them is at work. */
export function claimSweep(trx: Database): Promise<Progress | undefined> {
  return trx
    .selectFrom('context_sweep')
    .select(['trimmed_id as trimmedId', 'pruned_id as prunedId'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
