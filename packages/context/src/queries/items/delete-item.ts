import type { Tx } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import { removeValues } from './remove-values.ts'
import { isKnown, isLive, isReadable } from './visibility.ts'

/** The state of a key for an agent that wants to change it. */
export type KnownItem = {
  readonly id: number
  readonly version: number
  readonly writtenBy: string
  /** False for a key that the agent pushed to others. */
  readonly isReadable: boolean
}

type Current = KnownItem & {
  /** Whether the workspace lets only the agent that pushed a key delete it. */
  readonly onlyWriterDeletes: boolean
}

/** Locks a key until the transaction ends. */
export async function lockItem(trx: Tx, workspaceId: string, keyHash: Buffer): Promise<void> {
  await sql`
    select from context_items
    where workspace_id = ${workspaceId} and key_hash = ${keyHash}
    for no key update`.execute(trx)
}

/** The state of a key; undefined if it has no value that the reader knows of. */
export async function findCurrent(
  trx: Tx,
  reader: Reader,
  now: Date,
  keyHash: Buffer,
): Promise<Current | undefined> {
  const { rows } = await sql<{
    id: number
    version: number
    written_by: string
    readable: boolean
    only_writer: boolean
  }>`
    select item.id, item.version, item.written_by, ${isReadable('item', reader)} as readable,
      workspace.context_deletion = 'writer' as only_writer
    from context_items item join workspaces workspace on workspace.id = item.workspace_id
    where item.workspace_id = ${reader.workspaceId}
      and item.key_hash = ${keyHash}
      and ${isLive('item', now)}
      and ${isKnown('item', reader)}`.execute(trx)
  const row = rows[0]
  return (
    row && {
      id: row.id,
      version: row.version,
      writtenBy: fromStorable(row.written_by),
      isReadable: row.readable,
      onlyWriterDeletes: row.only_writer,
    }
  )
}

/** Deletes a locked item and returns its new version. Writes: see `removeValues`. */
export async function deleteItem(trx: Tx, by: Reader, now: Date, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with targets as (select ${id}::bigint as id),
    ${removeValues({ kind: 'deleted', by: sql`${by.agent}`, now })}
    select version from removed`.execute(trx)
  return rows[0]?.version ?? 0
}

/** The value of an item, as JSON text. */
export async function readValueOf(trx: Tx, id: number): Promise<string> {
  const row = await trx
    .selectFrom('context_items')
    .select('value')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.value ?? 'null'
}
