import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { TopicPosition } from '../cursor.ts'
import type { KeyPattern } from '../key-pattern.ts'
import { fromStored } from '../key-text.ts'
import { NAMES_SHOWN } from '../names.ts'

export type Topic = {
  readonly position: TopicPosition
  readonly name: string
  readonly subscribers: number
  /** As many as are shown. */
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

/** Topics that somebody subscribes to, the largest first. */
export async function readTopics(
  db: Database,
  workspaceId: string,
  { limit, after, pattern }: Options,
): Promise<Topic[]> {
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

  const { rows } = await sql<Row>`
    select topic.id, topic.name, topic.sort_key, topic.subscribers, topic.last_pushed_at,
      array(
        select agent from memberships
        where topic_id = topic.id and left_at is null
        limit ${NAMES_SHOWN}
      ) as names
    from (
      select * from topics
      where ${sql.join(conditions, sql` and `)}
      order by subscribers desc, sort_key, id
      limit ${limit}
    ) topic
    order by topic.subscribers desc, topic.sort_key, topic.id`.execute(db)

  return rows.map((row) => ({
    position: { subscribers: row.subscribers, sortKey: row.sort_key, id: row.id },
    name: fromStored(row.name),
    subscribers: row.subscribers,
    names: row.names.map(fromStored).sort(),
    lastPushedAt: row.last_pushed_at,
  }))
}
