import { containsText, type Database, sortedList, sortKey } from '@quartermaster/db'
import {
  fromStorable,
  type ListRequest,
  type Page,
  pageSize,
  parseOwnJson,
  readSorting,
  toSortedPage,
  toStorable,
} from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { keyPattern } from '../../keys/key-pattern.ts'
import { audienceOf, EVERYONE, hashOf } from '../../reader.ts'
import { isLive } from './visibility.ts'

/** The readers of an item. Unregistered agents can only be counted, because items store hashes of names. */
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
    from unnest(item.generations) with ordinality as sent (generation, ordinal)
    left join topics topic on topic.generation = sent.generation
    left join closed_topics closed on closed.generation = sent.generation
    -- A restored version may refer to a topic of which no row is left.
    where topic.name is not null or closed.name is not null
    order by sent.ordinal
  ) as topics`

const KEY = sortKey.text(sql`item.key collate "C"`)

export const ITEM_ORDERS = {
  key: [KEY],
  written_at: [sortKey.time(sql`item.written_at`), KEY],
  written_by: [sortKey.text(sql`item.written_by`), KEY],
  expires_at: [sortKey.time(sql`coalesce(item.expires_at, 'infinity')`), KEY],
  bytes: [sortKey.integer(sql`item.value_bytes`), KEY],
  version: [sortKey.integer(sql`item.version`), KEY],
}

export type ItemsRequest = ListRequest & { readonly pattern?: string | undefined }

/**
 * Every item of a workspace with its readers, for the operator, by default in key order. `pattern` is a
 * glob over the whole key, as in list_context.
 * Reads: context_items, topics, closed_topics, agents. Locks and writes: nothing.
 */
export async function listAllItems(
  db: Database,
  workspaceId: string,
  now: Date,
  request: ItemsRequest = {},
): Promise<Page<ListedItem>> {
  const sorting = readSorting(request, ITEM_ORDERS, { sortBy: 'key' })
  const { isAfter, orderBy, position } = sortedList(sorting)
  // The outer query looks up topics only for the items of the page.
  const { rows } = await sql<Row & { position: string[] }>`
    select ${COLUMNS}, item.position from (
      select item.*, ${position} as position, row_number() over (order by ${orderBy}) as ordinal
      from ${itemsWith(workspaceId, now, request)} and ${isAfter}
      order by ${orderBy}
      limit ${pageSize(request) + 1}
    ) item
    order by item.ordinal`.execute(db)
  const page = toSortedPage(rows, request, sorting)
  const names = await namesByAudience(db, workspaceId)
  return { ...page, rows: page.rows.map((row) => toListedItem(row, names)) }
}

export async function countAllItems(
  db: Database,
  workspaceId: string,
  now: Date,
  request: ItemsRequest,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${itemsWith(workspaceId, now, request)}`.execute(db)
  return rows[0]?.count ?? 0
}

function itemsWith(workspaceId: string, now: Date, { pattern, search }: ItemsRequest) {
  const conditions: RawBuilder<unknown>[] = [isLive('item', now)]
  if (pattern !== undefined) {
    const { from, like = `${escapeLike(from)}%` } = keyPattern(pattern)
    conditions.push(sql`item.key like ${like}`)
  }
  if (search !== undefined) conditions.push(containsText(toStorable(search), sql`item.key`))
  return sql`
    context_items item
    where item.workspace_id = ${workspaceId}::uuid and ${sql.join(conditions, sql` and `)}`
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
