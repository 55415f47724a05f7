import type { Database, Tx } from '@quartermaster/db'
import {
  type Page,
  type PageRequest,
  pageSize,
  parseOwnJson,
  readCursor,
  stringifyJson,
  toPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Thread, ThreadKey } from './threads.ts'

export type Message = {
  readonly id: string
  readonly role: string
  readonly content: unknown
  readonly created_at: Date
}

type Row = { id: number; role: string; content: string; created_at: Date }

const toMessage = ({ id, role, content, created_at }: Row): Message => ({
  id: String(id),
  role,
  content: parseOwnJson(content),
  created_at,
})

/**
 * Appends a message and creates the thread if needed.
 * Writes: threads (upsert), then thread_messages.
 */
export async function addMessage(
  db: Database,
  { workspaceId, agent, threadId }: ThreadKey,
  { role, content }: { role: string; content: unknown },
): Promise<Message> {
  const { rows } = await sql<Row>`
    with thread as (
      insert into threads (workspace_id, agent, thread_id)
      values (${workspaceId}, ${agent}, ${threadId})
      on conflict (workspace_id, agent, thread_id) do update set updated_at = now()
      returning id
    )
    insert into thread_messages (workspace_id, thread, role, content)
    select ${workspaceId}, id, ${role}, ${stringifyJson(content)} from thread
    returning id, role, content, created_at`.execute(db)
  return toMessage(rows[0] as Row)
}

const isId = (text: string): boolean => /^\d{1,15}$/.test(text)

/** Oldest first; an unknown thread has no messages. */
export async function listMessages(
  db: Database,
  { workspaceId, agent, threadId }: ThreadKey,
  request: PageRequest = {},
): Promise<Page<Message>> {
  const size = pageSize(request)
  const [after] = readCursor(request, isId) ?? []
  const rows = await db
    .selectFrom('thread_messages as message')
    .innerJoin('threads', 'threads.id', 'message.thread')
    .select(['message.id', 'message.role', 'message.content', 'message.created_at'])
    .where('threads.workspace_id', '=', workspaceId)
    .where('threads.agent', '=', agent)
    .where('threads.thread_id', '=', threadId)
    .$if(after !== undefined, (query) => query.where('message.id', '>', Number(after)))
    .orderBy('message.id')
    .limit(size + 1)
    .execute()
  const page = toPage(rows, size, ({ id }) => [String(id)])
  return { ...page, rows: page.rows.map(toMessage) }
}

/** Returns the number of deleted messages. */
export async function clearMessages(trx: Tx, { id }: Thread): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('thread_messages')
    .where('thread', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
