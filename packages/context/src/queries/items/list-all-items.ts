import type { Database } from '@quartermaster/db'
import {
  fromStorable,
  isStorable,
  type Page,
  type PageRequest,
  pageSize,
  parseOwnJson,
  readCursor,
  toPage,
} from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { keyPattern } from '../../keys/key-pattern.ts'
import { audienceOf, EVERYONE, hashOf } from '../../reader.ts'
import { isLive } from './visibility.ts'

/** The readers of an item. Unregistered agents can only be counted: items store hashes of names. */
export type ItemReaders = {
  readonly everyone: boolean
  readonly topics: readonly string[]
  readonly agents: readonly string[]
  readonly unregisteredAgents: number
}

export type ListedItem = {
  readonly key: string
  readonly version: number
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly expiresAt: Date | null
  readonly valueBytes: number
  readonly readers: ItemReaders
}

type Row = {
  key: string
  version: number
  written_by: string
  written_at: Date
  expires_at: Date | null
  value_bytes: number
  audiences: string[]
  topics: string[]
}

const COLUMNS = sql`
  item.key, item.version, item.written_by, item.written_at, item.expires_at, item.value_bytes,
  item.audiences,
  array(
    select coalesce(topic.name, closed.name)
    from unnest(item.generations) with ordinality as sent (generation, place)
    left join topics topic on topic.generation = sent.generation
    left join closed_topics closed on closed.generation = sent.generation
    order by sent.place
  ) as topics`

/**
 * Every item of a workspace with its readers, in key order, for the operator.
 * `pattern` is a glob over the whole key, as in list_context.
 * Reads: context_items, topics, closed_topics, agents. Locks and writes: nothing.
 */
export async function listAllItems(
  db: Database,
  workspaceId: string,
  now: Date,
  request: PageRequest & { readonly pattern?: string | undefined } = {},
): Promise<Page<ListedItem>> {
  const size = pageSize(request)
  const [after] = readCursor(request, isStorable) ?? []
  const conditions: RawBuilder<unknown>[] = []
  if (after !== undefined) conditions.push(sql`item.key collate "C" > ${after}`)
  if (request.pattern !== undefined) {
    const { from, like = `${escapeLike(from)}%` } = keyPattern(request.pattern)
    conditions.push(sql`item.key like ${like}`)
  }
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from context_items item
    where item.workspace_id = ${workspaceId} and ${isLive('item', now)}
      ${sql.join(
        conditions.map((condition) => sql`and ${condition}`),
        sql` `,
      )}
    order by item.key collate "C"
    limit ${size + 1}`.execute(db)
  const page = toPage(rows, size, ({ key }) => [key])
  const names = await namesByAudience(db, workspaceId)
  return { ...page, rows: page.rows.map((row) => toListedItem(row, names)) }
}

/** An item with its value, for the operator; undefined if the key has no value. */
export async function readAnyItem(
  db: Database,
  workspaceId: string,
  now: Date,
  key: string,
): Promise<(ListedItem & { readonly value: unknown }) | undefined> {
  const { rows } = await sql<Row & { value: string }>`
    select ${COLUMNS}, item.value
    from context_items item
    where item.workspace_id = ${workspaceId} and item.key_hash = ${hashOf(key)}
      and ${isLive('item', now)}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const names = await namesByAudience(db, workspaceId)
  return { ...toListedItem(row, names), value: parseOwnJson(row.value) }
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

async function namesByAudience(
  db: Database,
  workspaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('agents')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Map(rows.map(({ name }) => [audienceOf(name), name]))
}

function toListedItem(row: Row, names: ReadonlyMap<string, string>): ListedItem {
  const direct = row.audiences.filter((audience) => audience !== EVERYONE)
  const agents = direct.flatMap((audience) => names.get(audience) ?? [])
  return {
    key: fromStorable(row.key),
    version: row.version,
    writtenBy: fromStorable(row.written_by),
    writtenAt: row.written_at,
    expiresAt: row.expires_at,
    valueBytes: row.value_bytes,
    readers: {
      everyone: row.audiences.includes(EVERYONE),
      topics: row.topics.map(fromStorable),
      agents,
      unregisteredAgents: direct.length - agents.length,
    },
  }
}
