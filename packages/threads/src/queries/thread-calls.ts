import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Thread, ThreadKey } from './threads.ts'

/**
 * Records a running call; `undefined` if `toolset` is no longer active in the thread.
 * Reads and locks: the thread's row, for share, so a switch happens entirely before or after.
 * Writes: thread_calls.
 */
export async function beginCall(
  db: Database,
  { workspaceId, agent, threadId }: ThreadKey,
  toolset: string,
  endsBy: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with thread as (
      select id from threads
      where workspace_id = ${workspaceId} and agent = ${agent} and thread_id = ${threadId}
        and ${toolset} = any(toolsets)
      for share
    )
    insert into thread_calls (workspace_id, thread, ends_by)
    select ${workspaceId}, id, ${endsBy} from thread
    returning id`.execute(db)
  return rows[0]?.id
}

export async function endCall(db: Database, workspaceId: string, id: number): Promise<void> {
  await db
    .deleteFrom('thread_calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function isCallRunning(trx: Tx, { id }: Thread, now: Date): Promise<boolean> {
  const running = await trx
    .selectFrom('thread_calls')
    .select('id')
    .where('thread', '=', id)
    .where('ends_by', '>', now)
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}

/** Removes calls whose gateway died while they ran, in all workspaces. */
export async function sweepThreadCalls(db: Database, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('thread_calls')
    .where('ends_by', '<=', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
