import { type RawBuilder, sql } from 'kysely'
import { sortKey, toStored } from '../../keys/key-text.ts'
import { hashOf } from '../../reader.ts'

/** A topic as a caller names it, and as the tables find it. */
export type TopicName = {
  readonly name: string
  readonly stored: string
  readonly sortKey: string
  readonly hash: Buffer
}

export function topicName(name: string): TopicName {
  const stored = toStored(name)
  return { name, stored, sortKey: sortKey(stored), hash: hashOf(name) }
}

/** Names as rows of (name, name_hash, sort_key, place); places count from 1. */
export const asRows = (names: readonly TopicName[]): RawBuilder<unknown> =>
  sql`unnest(
    ${names.map(({ stored }) => stored)}::text[],
    ${names.map(({ hash }) => hash)}::bytea[],
    ${names.map(({ sortKey }) => sortKey)}::text[]
  ) with ordinality as wanted (name, name_hash, sort_key, place)`

// Names are made and locked in one order everywhere, all that are new before any that is locked,
// and a topic's row is changed only by one that holds it alone: so two calls with many topics wait
// for one another, but never in a circle. The one exception is a topic that is swept away while a
// call waits for it, which is then made by a call that holds others: PostgreSQL ends such a circle.

/** Makes the topics that are missing. One that another call makes at this moment is left to it. */
export const makeTopics = (
  workspaceId: string,
  names: readonly TopicName[],
  now: Date,
): RawBuilder<unknown> =>
  sql`insert into topics (workspace_id, name, name_hash, sort_key, check_at)
    select ${workspaceId}, name, name_hash, sort_key, ${checkAt(now)}
    from ${asRows(names)}
    where not exists (
      select from topics t
      where t.workspace_id = ${workspaceId} and t.name_hash = wanted.name_hash
    )
    order by name_hash
    on conflict (workspace_id, name_hash) do nothing`

/** A topic that nobody subscribes to is looked at again a day later. */
export const checkAt = (now: Date): RawBuilder<Date> => sql`${now}::timestamptz + interval '1 day'`
