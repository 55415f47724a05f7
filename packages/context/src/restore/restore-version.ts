import type { Tx } from '@quartermaster/db'
import { type Caller, parseOwnJson, quote, ToolError, toStorable } from '@quartermaster/toolkit'
import { sortKey } from '../keys/sort-key.ts'
import { versionConflict } from '../push/version-conflict.ts'
import { findVersion, lockForRestore, restoreItem } from '../queries/items/restore-item.ts'
import { hashOf, readerOf } from '../reader.ts'
import { searchWords } from '../search/search-words.ts'

type RestoreInput = {
  readonly key: string
  readonly version: number
  readonly ifVersion: number | undefined
}

/** The version before the restore; 0 if the key had no value that the caller knows of. */
type Restored = { readonly versionBefore: number; readonly version: number }

/**
 * Makes an earlier version of a key the newest one, with the readers and the expiry that it had, so nobody can
 * read more than before. Agents can restore the versions that read_history returns to them, the root key any.
 */
export async function restoreVersion(
  trx: Tx,
  caller: Caller,
  now: Date,
  { key, version, ifVersion }: RestoreInput,
): Promise<Restored> {
  const seesAll = caller.isRoot
  const reader = readerOf(caller)
  const item = await lockForRestore(trx, reader, now, { keyHash: hashOf(key), seesAll })
  const found = item && (await findVersion(trx, reader, now, { itemId: item.id, version, seesAll }))
  if (item === undefined || found === undefined) {
    throw new ToolError('not_found', `Key ${quote(key)} has no version ${version} to restore.`, {
      suggestion: seesAll
        ? 'GET /v1/context/versions lists the versions of the key.'
        : 'Call read_history to see the versions of the key.',
    })
  }
  const { current } = item
  const versionBefore = current?.version ?? 0
  if (ifVersion !== undefined && ifVersion !== versionBefore) {
    throw await versionConflict(trx, key, ifVersion, current)
  }
  if (versionBefore === version) {
    throw new ToolError('conflict', `Version ${version} of ${quote(key)} is the current one.`, {
      suggestion: 'Choose an earlier version.',
    })
  }
  const words = searchWords(key, parseOwnJson(found.value))
  const restored = await restoreItem(trx, reader, now, {
    changeId: found.changeId,
    sortKey: sortKey(toStorable(key)),
    words,
  })
  return { versionBefore, version: restored }
}
