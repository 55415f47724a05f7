import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { KeyPosition } from '../../keys/key-cursor.ts'
import type { KeyPattern } from '../../keys/key-pattern.ts'
import { fromStored } from '../../keys/key-text.ts'
import { EVERYONE, type Reader } from '../../reader.ts'
import { candidates } from './candidates.ts'
import { covers, isLive, PAGE_BYTES } from './visibility.ts'

export type Entry = {
  readonly key: string
  /** JSON text; empty without `withValues`. */
  readonly value: string
  readonly version: number
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly expiresAt: Date | null
  readonly source: string
}

export type Page = { readonly entries: readonly Entry[]; readonly next: KeyPosition | undefined }

type Options = {
  readonly limit: number
  readonly after: KeyPosition | undefined
  readonly pattern?: KeyPattern | undefined
  readonly withValues: boolean
}

type Row = {
  sort_key: string
  item_id: number
  // 'stale': a later push has replaced the route that was found.
  state: 'kept' | 'over' | 'stale'
  key: string
  value: string
  version: number
  written_by: string
  written_at: Date
  expires_at: Date | null
  is_global: boolean
  topic: string | null
}

/**
 * The items a reader may read, in key order, limited by `limit` and by PAGE_BYTES.
 * Reads: memberships, context_routes, context_items, topics. Locks and writes: nothing.
 */
export async function readPage(
  db: Database,
  reader: Reader,
  now: Date,
  { limit, after, pattern, withValues }: Options,
): Promise<Page> {
  const bytes = sql`octet_length(item.key) * 4 + 200 ${withValues ? sql`+ item.value_bytes` : sql``}`
  const { rows } = await sql<Row>`
    with ${candidates(reader, now, { limit, after, pattern })},
    page as (
      select candidate.sort_key, candidate.item_id,
        case
          when item.id is null then 'stale'
          when count(item.id) over in_order = 1 or sum(${bytes}) over in_order <= ${PAGE_BYTES} then 'kept'
          else 'over'
        end as state
      from candidates candidate
      left join context_items item
        on item.id = candidate.item_id
        and item.tick = candidate.tick
        and ${isLive('item', now)}
        ${pattern?.like === undefined ? sql`` : sql`and item.key like ${pattern.like}`}
      window in_order as (order by candidate.sort_key, candidate.item_id)
    )
    select page.*, item.key,
      ${withValues ? sql`item.value` : sql`''`} as value,
      item.version, item.written_by, item.written_at, item.expires_at,
      ${EVERYONE} = any (item.audiences) as is_global,
      ${withValues ? sql`null` : topicOf(reader)} as topic
    from page
    left join context_items item on item.id = page.item_id and page.state = 'kept'
    order by page.sort_key, page.item_id`.execute(db)
  return toPage(rows, limit)
}

/** The first topic of the push through which the reader may read it. */
const topicOf = (reader: Reader): RawBuilder<string | null> => sql`(
  select coalesce(
    (select name from topics where generation = sent.generation),
    (select name from closed_topics where generation = sent.generation)
  )
  from unnest(item.generations) with ordinality as sent (generation, place)
  where exists (
    select from memberships m
    where m.workspace_id = ${reader.workspaceId}
      and m.agent_hash = ${reader.agentHash}
      and m.generation = sent.generation
      and ${covers(sql.ref('item.tick'))}
  )
  order by place
  limit 1
)`

function toPage(rows: readonly Row[], limit: number): Page {
  const over = rows.findIndex(({ state }) => state === 'over')
  const end = Math.min(limit, over === -1 ? rows.length : over)
  const last = end < rows.length ? rows[end - 1] : undefined
  return {
    entries: rows.slice(0, end).filter(isKept).map(toEntry),
    next: last && { sortKey: last.sort_key, id: last.item_id },
  }
}

const isKept = ({ state }: Row) => state === 'kept'

const toEntry = (row: Row): Entry => ({
  key: fromStored(row.key),
  value: row.value,
  version: row.version,
  writtenBy: fromStored(row.written_by),
  writtenAt: row.written_at,
  expiresAt: row.expires_at,
  source: sourceOf(row),
})

function sourceOf({ is_global, topic }: Row): string {
  if (is_global) return 'global'
  return topic === null ? 'direct' : `topic:${fromStored(topic)}`
}
