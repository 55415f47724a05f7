import type { Parameters } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { SORTED_BY } from '../../keys/sort-key.ts'
import { EVERYONE } from '../../reader.ts'
import { isLive } from './visibility.ts'

/** The values of a statement that reads a page. */
export type PageValues = {
  readonly workspaceId: string
  readonly agentHash: Buffer
  readonly audience: string
  readonly now: Date
  /** The size of the page plus one, which shows whether there is a next page. */
  readonly candidates: number
  readonly afterSortKey: string
  readonly afterId: number
  readonly from: string
  readonly to: string
  readonly like: string
}

/** The conditions of a page; each combination is a separate statement. */
export type PageConditions = Readonly<Record<'after' | 'from' | 'to' | 'like', boolean>>

const FEW = 1000
const END_OF_TIME = '9223372036854775807'

/**
 * CTEs that find the first `candidates` items, in key order, that were sent to one of the reader's
 * audiences. Provides the CTE `candidates` to the rest of the statement. Each audience contributes its
 * first items from an index, so the cost depends on the size of the page and not on that of the table.
 * Reads: memberships, context_routes, context_items. Locks and writes: nothing.
 */
export function candidates(
  value: Parameters<PageValues>,
  conditions: PageConditions,
): RawBuilder<unknown> {
  const first = sql`order by route.sort_key, route.item_id limit ${value('candidates')}`
  const matches = isRequested(value, conditions)
  // Routes of replaced pushes and of expired values match no item. OFFSET 0 keeps the planner from joining
  // a scan of all items.
  const item = sql`
    cross join lateral (
      select key, value_bytes, version, tick, audiences, generations, written_by, written_at, expires_at
      from context_items item
      where item.id = route.item_id and item.tick = route.tick and ${isLive('item', value('now'))}
        ${conditions.like ? sql`and item.key like ${value('like')}` : sql``}
      offset 0
    ) item`
  const sentTo = (audience: string) =>
    sql`route.workspace_id = ${value('workspaceId')} and route.audience = ${sql.ref(audience)}`

  // A membership may cover only a few of a topic's items. These (`is_few`) are found by tick and then
  // sorted; otherwise items are read in key order. `tick + 0` keeps the planner off the index by tick.
  return sql`
    mine as materialized (
      select 'topic:' || generation as audience, joined_tick, coalesce(left_tick, ${END_OF_TIME}) as until
      from memberships
      where workspace_id = ${value('workspaceId')} and agent_hash = ${value('agentHash')}
    ),
    audiences as materialized (
      select audience, 0::bigint as joined_tick, ${END_OF_TIME}::bigint as until, false as is_few
      from unnest(array[${EVERYONE}, ${value('audience')}]::text[]) audience
      union all
      select mine.audience, mine.joined_tick, mine.until, probe.size <= ${FEW}
      from mine
      cross join lateral (
        select count(*) as size
        from (
          select from context_routes route
          where ${sentTo('mine.audience')}
            and route.tick > mine.joined_tick and route.tick <= mine.until
          limit ${FEW + 1}
        ) covered
      ) probe
      where probe.size > 0
    ),
    sent as (
      select by_key.*
      from audiences
      cross join lateral (
        select route.sort_key, route.item_id, item.*
        from context_routes route ${item}
        where ${sentTo('audiences.audience')}
          and route.tick + 0 > audiences.joined_tick and route.tick + 0 <= audiences.until
          and ${matches}
        ${first}
      ) by_key
      where not audiences.is_few
      union all
      select by_tick.*
      from audiences
      cross join lateral (
        select route.sort_key, route.item_id, item.*
        from (
          select * from (
            select sort_key, item_id, tick from context_routes route
            where ${sentTo('audiences.audience')}
              and route.tick > audiences.joined_tick and route.tick <= audiences.until
            order by route.tick
            limit ${FEW}
          ) route
          where ${matches}
          order by route.sort_key, route.item_id
          -- Items are looked up one by one until the page is full.
          offset 0
        ) route ${item}
        ${first}
      ) by_tick
      where audiences.is_few
    ),
    candidates as materialized (
      select distinct on (sort_key, item_id) * from sent
      order by sort_key, item_id
      limit ${value('candidates')}
    )`
}

function isRequested(
  value: Parameters<PageValues>,
  { after, from, to, like }: PageConditions,
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = []
  if (after) {
    const position = sql`(${value('afterSortKey')}, ${value('afterId')}::bigint)`
    conditions.push(sql`(route.sort_key, route.item_id) > ${position}`)
  }
  if (from) conditions.push(sql`route.sort_key >= ${value('from')}`)
  if (to) conditions.push(sql`route.sort_key < ${value('to')}`)
  if (like) {
    // A `sort_key` of SORTED_BY characters may be only the start of the key.
    const isMatch = sql`route.sort_key like ${value('like')}`
    conditions.push(sql`(${isMatch} or length(route.sort_key) >= ${SORTED_BY})`)
  }
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}
