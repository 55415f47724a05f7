import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { isLive } from './visibility.ts'

/** Whether a key has a value now, regardless of who may read it. */
export async function hasValue(
  db: Database,
  workspaceId: string,
  now: Date,
  keyHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from context_items item
    where item.workspace_id = ${workspaceId} and item.key_hash = ${keyHash}
      and ${isLive('item', now)}`.execute(db)
  return rows.length > 0
}
