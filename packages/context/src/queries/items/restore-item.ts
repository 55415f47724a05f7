import type { Tx } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import type { KnownItem } from './delete-item.ts'
import { isStoredVersion } from './read-versions.ts'
import { isKnown, isLive, isReadable } from './visibility.ts'

/** A key that is locked for a restore. `current` is undefined as in `findCurrent`. */
export type LockedItem = { readonly id: number; readonly current: KnownItem | undefined }

/** A version, with its value as JSON text. */
export type StoredVersion = { readonly changeId: number; readonly value: string }

/** Locks a key until the transaction ends. With `seesAll` every live value is known and readable. */
export async function lockForRestore(
  trx: Tx,
  reader: Reader,
  now: Date,
  { keyHash, seesAll }: { keyHash: Buffer; seesAll: boolean },
): Promise<LockedItem | undefined> {
  const { rows } = await sql<{
    id: number
    version: number
    written_by: string
    known: boolean
    readable: boolean
  }>`
    select item.id, item.version, item.written_by,
      (${isLive('item', now)} and (${seesAll} or ${isKnown('item', reader)})) as known,
      (${seesAll} or ${isReadable('item', reader)}) as readable
    from context_items item
    where item.workspace_id = ${reader.workspaceId} and item.key_hash = ${keyHash}
    for no key update of item`.execute(trx)
  const [row] = rows
  if (row === undefined) return undefined
  const { id, version, known, readable } = row
  const writtenBy = fromStorable(row.written_by)
  return { id, current: known ? { id, version, writtenBy, isReadable: readable } : undefined }
}

/** A stored version of an item; undefined if it is no longer stored or the reader could not read it. */
export async function findVersion(
  trx: Tx,
  reader: Reader,
  now: Date,
  { itemId, version, seesAll }: { itemId: number; version: number; seesAll: boolean },
): Promise<StoredVersion | undefined> {
  const { rows } = await sql<{ id: number; value: string }>`
    select change.id, change.value
    from context_items item join context_changes change on change.item_id = item.id
    where item.id = ${itemId}
      and change.version = ${version}
      and ${isStoredVersion(now)}
      and (${seesAll} or ${isReadable('change', reader)})`.execute(trx)
  const [row] = rows
  return row && { changeId: row.id, value: row.value }
}

/**
 * Makes a stored version the newest one of its locked item. It keeps its expiry and the tick of its push,
 * and therefore exactly the readers that it had.
 * Writes: context_items, context_routes, context_changes.
 */
export async function restoreItem(
  trx: Tx,
  writer: Reader,
  now: Date,
  { changeId, sortKey, words }: { changeId: number; sortKey: string; words: string },
): Promise<number> {
  const { rows } = await sql<{ id: number; version: number }>`
    update context_items item set
      value = change.value, value_bytes = change.value_bytes, version = item.version + 1,
      tick = change.tick, audiences = change.audiences, generations = change.generations,
      written_by = ${writer.agent}, written_at = ${now}, expires_at = change.expires_at,
      check_at = least(item.check_at, change.expires_at),
      words = to_tsvector('simple', ${words}) || array_to_tsvector(array[${writer.workspaceId}])
    from context_changes change
    where change.id = ${changeId} and item.id = change.item_id
    returning item.id, item.version`.execute(trx)
  const { id, version } = rows[0] ?? { id: 0, version: 0 }
  await sql`delete from context_routes where item_id = ${id}`.execute(trx)
  await sql`
    with restored as (select * from context_items where id = ${id}),
    routed as (
      insert into context_routes (item_id, tick, workspace_id, audience, sort_key)
      select id, tick, workspace_id, audience, ${sortKey}
      from restored cross join unnest(
        audiences || array(select 'topic:' || generation from unnest(generations) generation)
      ) audience
    )
    insert into context_changes (
      workspace_id, item_id, version, kind, value, value_bytes, tick, audiences, generations,
      changed_by, changed_at, expires_at
    )
    select
      workspace_id, id, version, 'pushed', value, value_bytes, tick, audiences, generations,
      written_by, written_at, expires_at
    from restored`.execute(trx)
  return version
}
