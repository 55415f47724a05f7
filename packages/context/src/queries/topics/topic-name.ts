import { toStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { sortKey } from '../../keys/sort-key.ts'
import { hashOf } from '../../reader.ts'

/** The name of a topic, its stored form, and the columns for looking it up. */
export type TopicName = {
  readonly name: string
  readonly stored: string
  readonly sortKey: string
  readonly hash: Buffer
}

export function topicName(name: string): TopicName {
  const stored = toStorable(name)
  return { name, stored, sortKey: sortKey(stored), hash: hashOf(name) }
}

/** Names as rows of (name, name_hash, sort_key, ordinal); `ordinal` counts from 1. */
export const asRows = (names: readonly TopicName[]): RawBuilder<unknown> =>
  sql`unnest(
    ${names.map(({ stored }) => stored)}::text[],
    ${names.map(({ hash }) => hash)}::bytea[],
    ${names.map(({ sortKey }) => sortKey)}::text[]
  ) with ordinality as wanted (name, name_hash, sort_key, ordinal)`

// All statements create and lock topics in the order of `name_hash`, create missing topics before they
// take any lock, and update a topic's row only under FOR UPDATE, so concurrent calls with many topics
// do not deadlock. The exception is a topic that is swept while a call waits for it, and is then created
// by a call that holds other locks: PostgreSQL detects that deadlock.

/** Creates the missing topics, except those that a concurrent call has just created. */
export const createTopics = (
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

/** When the sweep checks again whether a topic without subscribers can be removed. */
export const checkAt = (now: Date): RawBuilder<Date> => sql`${now}::timestamptz + interval '1 day'`
