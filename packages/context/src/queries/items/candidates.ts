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
 * The first items in the order of keys that were sent to any of the reader's audiences, and one
 * more: a table `candidates` for the query that follows. Each audience gives its own first ones
 * from an index, so the cost is that of what is returned, whatever else is stored.
 */
export function candidates(reader: Reader, now: Date, options: Options): RawBuilder<unknown> {
  const first = sql`order by route.sort_key, route.item_id limit ${options.limit + 1}`
  const asked = isAskedFor(now, options)
  const sentTo = (audience: string) =>
    sql`route.workspace_id = ${reader.workspaceId} and route.audience = ${sql.ref(audience)}`

  // A topic joined late, or left early, may hold much more than its member may read. Where little
  // lies in the interval it is found by points and sorted; where much does, by keys. Adding 0
  // keeps the planner from taking the points' index for the second.
  return sql`
    mine as materialized (
      select 'channel:' || channel as audience, joined, coalesce(left_at, ${END_OF_TIME}) as until
      from memberships
      where workspace_id = ${reader.workspaceId} and agent_hash = ${reader.agentHash}
    ),
    audiences as materialized (
      select audience, 0::bigint as joined, ${END_OF_TIME}::bigint as until, false as is_few
      from unnest(${[EVERYONE, reader.audience]}::text[]) audience
      union all
      select mine.audience, mine.joined, mine.until, probe.size <= ${FEW}
      from mine
      cross join lateral (
        select count(*) as size
        from (
          select from context_routes route
          where ${sentTo('mine.audience')}
            and route.pushed > mine.joined and route.pushed <= mine.until
          limit ${FEW + 1}
        ) some_of_them
      ) probe
      where probe.size > 0
    ),
    sent as (
      select by_key.*
      from audiences
      cross join lateral (
        select route.sort_key, route.item_id, route.pushed
        from context_routes route
        where ${sentTo('audiences.audience')}
          and route.pushed + 0 > audiences.joined and route.pushed + 0 <= audiences.until
          and ${asked}
        ${first}
      ) by_key
      where not audiences.is_few
      union all
      select by_point.*
      from audiences
      cross join lateral (
        select route.sort_key, route.item_id, route.pushed
        from (
          select * from context_routes route
          where ${sentTo('audiences.audience')}
            and route.pushed > audiences.joined and route.pushed <= audiences.until
          order by route.pushed
          limit ${FEW}
        ) route
        where ${asked}
        ${first}
      ) by_point
      where audiences.is_few
    ),
    candidates as materialized (
      select distinct sort_key, item_id, pushed from sent
      order by sort_key, item_id
      limit ${options.limit + 1}
    )`
}

function isAskedFor(now: Date, { after, pattern }: Options): RawBuilder<boolean> {
  const conditions = [sql`(route.expires_at is null or route.expires_at > ${now})`]
  if (after) {
    conditions.push(sql`(route.sort_key, route.item_id) > (${after.sortKey}, ${after.id}::bigint)`)
  }
  if (pattern && pattern.from !== '') conditions.push(sql`route.sort_key >= ${pattern.from}`)
  if (pattern?.to !== undefined) conditions.push(sql`route.sort_key < ${pattern.to}`)
  if (pattern?.like !== undefined) {
    // Only a key that fits as a whole into the index can be judged there.
    conditions.push(
      sql`(route.sort_key like ${pattern.like} or length(route.sort_key) >= ${SORTED_BY})`,
    )
  }
  return sql`${sql.join(conditions, sql` and `)}`
}
