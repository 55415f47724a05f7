import type { Database } from '@quartermaster/db'

/** Stops all deliveries of a workspace before their next attempt; false if it is already paused. */
export async function pauseWorkspace(
  db: Database,
  workspaceId: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('delivery_pauses')
    .values({ workspace_id: workspaceId, paused_by: by, paused_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function resumeWorkspace(db: Database, workspaceId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('delivery_pauses')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const findPause = (db: Database, workspaceId: string) =>
  db
    .selectFrom('delivery_pauses')
    .select(['paused_at', 'paused_by'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
