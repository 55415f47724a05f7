import type { Tx } from '@quartermaster/db'

/** The last ids of context_changes that earlier sweeps have handled. */
export type Progress = { readonly trimmedId: number; readonly prunedId: number }

/** The result of one transaction of a sweep. */
export type Batch = { readonly scanned: number; readonly removed: number }

export type Step = (trx: Tx, progress: Progress) => Promise<Batch>

export const NOTHING: Batch = { scanned: 0, removed: 0 }

/** Locks out other sweeps until the transaction ends; undefined if another one is running. */
export function claimSweep(trx: Tx): Promise<Progress | undefined> {
  return trx
    .selectFrom('context_sweep')
    .select(['trimmed_id as trimmedId', 'pruned_id as prunedId'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
