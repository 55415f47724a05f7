import type { Database } from '@quartermaster/db'
import { fromStorable } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { TopicPosition } from '../../keys/key-cursor.ts'
import type { KeyPattern } from '../../keys/key-pattern.ts'
import { NAMES_SHOWN } from '../../list-names.ts'
import { PAGE_BYTES } from '../items/visibility.ts'

export type Topic = {
  readonly position: TopicPosition
  readonly name: string
  readonly subscribers: number
  /** At most NAMES_SHOWN subscribers. */
  readonly names: readonly string[]
  readonly lastPushedAt: Date | null
}

type Options = {
  readonly limit: number
  readonly after: TopicPosition | undefined
  readonly pattern: KeyPattern | undefined
}

type Row = {
  id: number
  name: string
  sort_key: string
  subscribers: number
  names: string[]
  last_pushed_at: Date | null
}

export type TopicPage = { readonly topics: readonly Topic[]; readonly hasMore: boolean }

/**
 * Topics with subscribers, most subscribers first, limited by `limit` and by PAGE_BYTES.
 * Reads: topics, topic_pushes, memberships. Locks and writes: nothing.
 */
export async function readTopics(
  db: Database,
  workspaceId: string,
  { limit, after, pattern }: Options,
): Promise<TopicPage> {
  const conditions = [sql`workspace_id = ${workspaceId}`, sql`subscribers > 0`]
  if (after) {
    conditions.push(sql`subscribers <= ${after.subscribers}`)
    conditions.push(
      sql`(subscribers < ${after.subscribers} or (sort_key, id) > (${after.sortKey}, ${after.id}::bigint))`,
    )
  }
  if (pattern && pattern.from !== '') conditions.push(sql`sort_key >= ${pattern.from}`)
  if (pattern?.to !== undefined) conditions.push(sql`sort_key < ${pattern.to}`)
  if (pattern?.like !== undefined) conditions.push(sql`name like ${pattern.like}`)

  const { rows } = await sql<Row & { fits: boolean }>`
    with found as materialized (
      select id, subscribers, sort_key, generation,
        octet_length(name) + 200 + 30 * least(subscribers, ${NAMES_SHOWN}) as bytes
      from topics
      where ${sql.join(conditions, sql` and `)}
      order by subscribers desc, sort_key, id
      limit ${limit + 1}
    ),
    page as (
      select *,
        row_number() over in_order <= ${limit}
          and (row_number() over in_order = 1 or sum(bytes) over in_order <= ${PAGE_BYTES}) as fits
      from found
      window in_order as (order by subscribers desc, sort_key, id)
    )
    select page.fits, page.id, page.sort_key, page.subscribers, topic.name,
      (select max(pushed_at) from topic_pushes where topic_id = topic.id) as last_pushed_at,
      array(
        select agent from memberships
        where generation = page.generation and left_tick is null and page.fits
        order by agent_hash
        limit ${NAMES_SHOWN}
      ) as names
    from page
    left join topics topic on topic.id = page.id and page.fits
    order by page.subscribers desc, page.sort_key, page.id`.execute(db)

  const fitting = rows.filter(({ fits }) => fits)
  return { topics: fitting.map(toTopic), hasMore: fitting.length < rows.length }
}

const toTopic = (row: Row): Topic => ({
  position: { subscribers: row.subscribers, sortKey: row.sort_key, id: row.id },
  name: fromStorable(row.name),
  subscribers: row.subscribers,
  names: row.names.map(fromStorable).sort(),
  lastPushedAt: row.last_pushed_at,
})
