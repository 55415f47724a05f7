import type { Database, Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import type { Choice, ThreadMode } from '../switch-toolset.ts'

/** Identifies a thread: each agent has its own threads. */
export type ThreadKey = {
  readonly workspaceId: string
  readonly agent: string
  readonly threadId: string
}

export type Thread = Choice & { readonly id: number }

type Row = { id: number; mode: string; toolsets: string[] | null }

const toThread = ({ id, mode, toolsets }: Row): Thread => ({
  id,
  mode: mode as ThreadMode,
  toolsets,
})

export async function findThread(db: Database, key: ThreadKey): Promise<Thread | undefined> {
  const row = await threadRow(db, key).executeTakeFirst()
  return row && toThread(row)
}

const threadRow = (db: Database, { workspaceId, agent, threadId }: ThreadKey) =>
  db
    .selectFrom('threads')
    .select(['id', 'mode', 'toolsets'])
    .where('workspace_id', '=', workspaceId)
    .where('agent', '=', agent)
    .where('thread_id', '=', threadId)

/** Creates the thread if needed and locks its row, so no call of it can begin until the transaction ends. */
export async function claimThread(trx: Tx, key: ThreadKey): Promise<Thread> {
  const { workspaceId, agent, threadId } = key
  await trx
    .insertInto('threads')
    .values({ workspace_id: workspaceId, agent, thread_id: threadId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'agent', 'thread_id']).doNothing())
    .execute()
  return toThread(await threadRow(trx, key).forUpdate().executeTakeFirstOrThrow())
}

export async function saveChoice(
  trx: Tx,
  { id }: Thread,
  { mode, toolsets }: Choice,
): Promise<void> {
  await trx
    .updateTable('threads')
    .set({ mode, toolsets: toolsets === null ? null : [...toolsets], updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
