import { type Database, type Parameters, statement } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { KeyPosition } from '../../keys/key-cursor.ts'
import type { KeyPattern } from '../../keys/key-pattern.ts'
import { EVERYONE, type Reader } from '../../reader.ts'
import { candidates, type PageConditions, type PageValues } from './candidates.ts'
import { covers, PAGE_BYTES } from './visibility.ts'

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

export type PageRow = {
  sort_key: string
  item_id: number
  key: string
  /** Null if the page has no room for the item; undefined without `withValues`. */
  value?: string | null
  version: number
  written_by: string
  written_at: Date
  expires_at: Date | null
  is_global: boolean
  topic: string | null
}

/** The items a reader may read, in key order, limited by `limit` and by PAGE_BYTES. */
export async function readPage(
  db: Database,
  reader: Reader,
  now: Date,
  { limit, after, pattern, withValues }: Options,
): Promise<Page> {
  const readRows = statementFor({
    after: after !== undefined,
    from: pattern !== undefined && pattern.from !== '',
    to: pattern?.to !== undefined,
    like: pattern?.like !== undefined,
    withValues,
  })
  const rows = await readRows(db, {
    workspaceId: reader.workspaceId,
    agentHash: reader.agentHash,
    audience: reader.audience,
    now,
    candidates: limit + 1,
    afterSortKey: after?.sortKey ?? '',
    afterId: after?.id ?? 0,
    from: pattern?.from ?? '',
    to: pattern?.to ?? '',
    like: pattern?.like ?? '',
  })
  return toPage(rows, limit)
}

type Variant = PageConditions & { readonly withValues: boolean }

const statements = new Map<string, ReturnType<typeof pageStatement>>()

function statementFor(variant: Variant) {
  const name = Object.values(variant).join()
  const known = statements.get(name) ?? pageStatement(variant)
  statements.set(name, known)
  return known
}

const pageStatement = (variant: Variant) =>
  statement<PageValues, PageRow>((value) => pageQuery(value, variant))

/** Reads: memberships, context_routes, context_items, topics. Locks and writes: nothing. */
export function pageQuery(
  value: Parameters<PageValues>,
  { withValues, ...conditions }: Variant,
): RawBuilder<PageRow> {
  const columns = sql`
    page.sort_key, page.item_id, page.key, page.version, page.written_by, page.written_at, page.expires_at,
    ${EVERYONE} = any (page.audiences) as is_global`
  if (!withValues) {
    return sql<PageRow>`
      with ${candidates(value, conditions)}
      select ${columns}, ${topicOf(value)} as topic
      from candidates page
      order by page.sort_key, page.item_id`
  }
  // A value may be large, so it is read only for the items that the page keeps.
  return sql<PageRow>`
      with ${candidates(value, conditions)},
      page as (
        select *,
          count(*) over in_order = 1
            or sum(octet_length(key) * 4 + 200 + value_bytes) over in_order <= ${PAGE_BYTES} as fits
        from candidates
        window in_order as (order by sort_key, item_id)
      )
      select ${columns}, null as topic, item.value
      from page
      left join context_items item on item.id = page.item_id and page.fits
      order by page.sort_key, page.item_id`
}

/** The first topic of the push through which the reader may read the item. */
const topicOf = (value: Parameters<PageValues>): RawBuilder<string | null> => sql`
  case when cardinality(page.generations) > 0 then (
  select coalesce(
    (select name from topics where generation = sent.generation),
    (select name from closed_topics where generation = sent.generation)
  )
  from unnest(page.generations) with ordinality as sent (generation, ordinal)
  where exists (
    select from memberships m
    where m.workspace_id = ${value('workspaceId')}
      and m.agent_hash = ${value('agentHash')}
      and m.generation = sent.generation
      and ${covers(sql.ref('page.tick'))}
  )
  order by ordinal
  limit 1
  ) end`

export function toPage(rows: readonly PageRow[], limit: number): Page {
  let bytes = 0
  const over = rows.findIndex(({ key, value }, index) => {
    bytes += Buffer.byteLength(key) * 4 + 200
    return value === null || (index > 0 && bytes > PAGE_BYTES)
  })
  const end = Math.min(limit, over === -1 ? rows.length : over)
  const last = end < rows.length ? rows[end - 1] : undefined
  return {
    entries: rows.slice(0, end).map(toEntry),
    next: last && { sortKey: last.sort_key, id: last.item_id },
  }
}

const toEntry = (row: PageRow): Entry => ({
  key: fromStorable(row.key),
  value: row.value ?? '',
  version: row.version,
  writtenBy: fromStorable(row.written_by),
  writtenAt: row.written_at,
  expiresAt: row.expires_at,
  source: sourceOf(row),
})

function sourceOf({ is_global, topic }: PageRow): string {
  if (is_global) return 'global'
  return topic === null ? 'direct' : `topic:${fromStorable(topic)}`
}
