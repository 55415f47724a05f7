import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { hashOf, type Reader } from '../../reader.ts'
import { isLive, isReadable, PAGE_BYTES } from './visibility.ts'

export type Item = {
  readonly key: string
  /** JSON text; null if it did not fit into the page. */
  readonly value: string | null
  readonly version: number
  readonly writtenBy: string
}

type Row = { key: string; value: string | null; version: number; written_by: string }

/**
 * The items of `keys` that this reader may read, in the order of `keys`.
 * Reads: context_items, memberships. Locks and writes: nothing.
 */
export async function readItems(
  db: Database,
  reader: Reader,
  now: Date,
  keys: readonly string[],
): Promise<Item[]> {
  const { rows } = await sql<Row>`
    with found as (
      select item.id, wanted.ordinal,
        count(*) over in_order = 1
          or sum(item.value_bytes + octet_length(item.key) * 4 + 200) over in_order <= ${PAGE_BYTES} as fits
      from unnest(${keys.map(hashOf)}::bytea[]) with ordinality as wanted (key_hash, ordinal)
      join context_items item
        on item.workspace_id = ${reader.workspaceId} and item.key_hash = wanted.key_hash
      where ${isLive('item', now)} and ${isReadable('item', reader)}
      window in_order as (order by wanted.ordinal)
    )
    select item.key, case when found.fits then item.value end as value, item.version, item.written_by
    from found
    join context_items item on item.id = found.id
    order by found.ordinal`.execute(db)
  return rows.map((row) => ({
    key: fromStorable(row.key),
    value: row.value,
    version: row.version,
    writtenBy: fromStorable(row.written_by),
  }))
}
