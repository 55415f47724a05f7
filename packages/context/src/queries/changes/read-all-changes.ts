import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { ChangeCursor } from '../../changes/change-cursor.ts'
import { isNew } from './feed-position.ts'

export type AnyChange = {
  readonly key: string
  readonly kind: 'pushed' | 'deleted' | 'expired'
  readonly version: number
  readonly changedBy: string
  readonly changedAt: Date
}

type Row = AnyChange & { snapshot: string; cluster: string }

/** The position after everything that is committed so far. */
export async function currentFeedPosition(db: Database): Promise<ChangeCursor> {
  const { rows } = await sql<{ cluster: string; seen: string }>`
    select pg_current_snapshot()::text as seen,
      (select system_identifier::text from pg_control_system()) as cluster`.execute(db)
  const [{ cluster, seen } = { cluster: '0', seen: '1:1:' }] = rows
  return { cluster, seen, target: null, position: null }
}

/**
 * Changes after the cursor, for the operator: regardless of their readers, without values.
 * Reads: context_changes, context_items. Locks and writes: nothing.
 */
export async function readAllChanges(
  db: Database,
  workspaceId: string,
  cursor: ChangeCursor,
): Promise<{ changes: AnyChange[]; cursor: ChangeCursor }> {
  const { rows } = await sql<Row>`
    select change.kind, change.version, change.changed_by as "changedBy",
      change.changed_at as "changedAt", item.key, feed.snapshot, feed.cluster
    from (
      select pg_current_snapshot()::text as snapshot,
        (select system_identifier::text from pg_control_system()) as cluster
    ) feed
    left join context_changes change
      on change.workspace_id = ${workspaceId}::uuid and change.only_for is null
      and ${isNew('change', cursor)}
    left join context_items item on item.id = change.item_id
    order by change.transaction, change.id`.execute(db)
  const [first] = rows
  const changes = rows
    .filter(({ key }) => key !== null)
    .map(({ key, kind, version, changedBy, changedAt }) => ({
      key: fromStorable(key),
      kind,
      version,
      changedBy: fromStorable(changedBy),
      changedAt,
    }))
  const seen = first?.snapshot ?? cursor.seen
  return { changes, cursor: { cluster: cursor.cluster, seen, target: null, position: null } }
}
