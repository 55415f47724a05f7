import { type RawBuilder, sql } from 'kysely'
import type { KeyPosition } from '../../keys/key-cursor.ts'
import type { KeyPattern } from '../../keys/key-pattern.ts'
import { SORTED_BY } from '../../keys/key-text.ts'
import { EVERYONE, type Reader } from '../../reader.ts'

type Options = {
  readonly limit: number
  readonly after: KeyPosition | undefined
  readonly pattern: KeyPattern | undefined
}

const FEW = 1000
const END_OF_TIME = '9223372036854775807'

/**
 * CTEs that find the first `limit + 1` items, in key order, that were sent to one of the reader's
 * audiences. Leaves the CTE `candidates` to the rest of the statement. Each audience contributes
 * its own first items from an index, so the cost depends on the page and not on what is stored.
 * Reads: memberships, context_routes. Locks and writes: nothing.
 */
export function candidates(reader: Reader, now: Date, options: Options): RawBuilder<unknown> {
  const first = sql`order by route.sort_key, route.item_id limit ${options.limit + 1}`
  const matches = isRequested(now, options)
  const sentTo = (audience: string) =>
    sql`route.workspace_id = ${reader.workspaceId} and route.audience = ${sql.ref(audience)}`

  // A membership may cover a small part of a topic's items. `is_few` items are found by tick and
  // then sorted; more are read in key order. `tick + 0` keeps the planner off the index by tick.
  return sql`
    mine as materialized (
      select 'topic:' || generation as audience, joined_tick, coalesce(left_tick, ${END_OF_TIME}) as until
      from memberships
      where workspace_id = ${reader.workspaceId} and agent_hash = ${reader.agentHash}
    ),
    audiences as materialized (
      select audience, 0::bigint as joined_tick, ${END_OF_TIME}::bigint as until, false as is_few
      from unnest(${[EVERYONE, reader.audience]}::text[]) audience
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
        select route.sort_key, route.item_id, route.tick
        from context_routes route
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
        select route.sort_key, route.item_id, route.tick
        from (
          select * from context_routes route
          where ${sentTo('audiences.audience')}
            and route.tick > audiences.joined_tick and route.tick <= audiences.until
          order by route.tick
          limit ${FEW}
        ) route
        where ${matches}
        ${first}
      ) by_tick
      where audiences.is_few
    ),
    candidates as materialized (
      select distinct sort_key, item_id, tick from sent
      order by sort_key, item_id
      limit ${options.limit + 1}
    )`
}

function isRequested(now: Date, { after, pattern }: Options): RawBuilder<boolean> {
  const conditions = [sql`(route.expires_at is null or route.expires_at > ${now})`]
  if (after) {
    conditions.push(sql`(route.sort_key, route.item_id) > (${after.sortKey}, ${after.id}::bigint)`)
  }
  if (pattern && pattern.from !== '') conditions.push(sql`route.sort_key >= ${pattern.from}`)
  if (pattern?.to !== undefined) conditions.push(sql`route.sort_key < ${pattern.to}`)
  if (pattern?.like !== undefined) {
    // `sort_key` holds the whole key only if it is shorter than SORTED_BY.
    conditions.push(
      sql`(route.sort_key like ${pattern.like} or length(route.sort_key) >= ${SORTED_BY})`,
    )
  }
  return sql`${sql.join(conditions, sql` and `)}`
}
