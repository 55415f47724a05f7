import type { Database } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { fromStored } from '../../keys/key-text.ts'
import { MEMBERS_READ, NAMES_SHOWN } from '../../list-names.ts'
import type { Reader } from '../../reader.ts'
import { asRows, makeTopics, type TopicName } from '../topics/topic-name.ts'
import { isLive } from './visibility.ts'

export type Push = {
  readonly key: string
  readonly keyHash: Buffer
  readonly sortKey: string
  /** JSON text. */
  readonly value: string
  readonly words: string
  readonly expiresAt: Date | null
  readonly topics: readonly TopicName[]
  /** 'all', or those of the agents that were named. */
  readonly audiences: readonly string[]
  readonly ifVersion: number | undefined
}

/** Subscribers by the place of their topic; of each topic no more than one above what is shown. */
type Member = { readonly place: number; readonly agent: string }

export type Pushed = { readonly version: number; readonly members: readonly Member[] }

type Members = [place: number, agent: string][]

type Row = {
  version: number | null
  resolved: boolean
  members: Members | null
  /** The channels whose members are still to be read, because they changed under the statement. */
  changed: number[] | null
}

const ATTEMPTS = 5

/** Stores a value with its routing. Undefined when the key does not have the version asked for. */
export async function pushItem(
  trx: Database,
  writer: Reader,
  now: Date,
  push: Push,
): Promise<Pushed | undefined> {
  const statement = push.topics.length === 0 ? pushWithoutTopics : pushToTopics
  // A topic that another call makes just now is there at the next attempt.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { rows } = await statement(writer, now, push).execute(trx)
    const row = rows[0]
    if (!row?.resolved) continue
    if (row.version === null) return undefined
    const members = row.changed ? await readMembers(trx, row.changed) : (row.members ?? [])
    return {
      version: row.version,
      members: members.map(([place, agent]) => ({ place, agent: fromStored(agent) })),
    }
  }
  throw new ToolError('unavailable', 'The topics are being changed by others at this moment.')
}

const pushWithoutTopics = (writer: Reader, now: Date, push: Push): RawBuilder<Row> => sql`
  with point as materialized (
    select nextval('context_clock') as at, '{}'::bigint[] as channels
  ),
  ${save(writer, now, push)}
  select (select version from saved) as version, true as resolved, null as members, null as changed`

/**
 * The topics stay locked against subscribing, leaving and deleting until the transaction ends,
 * and the point is taken after that: whoever is in a topic at this point is in it for good.
 */
const pushToTopics = (writer: Reader, now: Date, push: Push): RawBuilder<Row> => sql`
  with made as (
    ${makeTopics(writer.workspaceId, push.topics, now)}
    returning id, channel, name_hash
  ),
  found as materialized (
    -- Nothing is locked while one is missing, so that the next attempt waits with empty hands.
    select id, channel, name_hash, xmin as written from topics
    where ${isNamed(writer, push)}
      and (select count(*) from made) + (select count(*) from topics where ${isNamed(writer, push)})
        = ${push.topics.length}
    order by name_hash
    for key share
  ),
  resolved as materialized (
    select wanted.place, topic.id, topic.channel
    from ${asRows(push.topics)}
    join (
      select id, channel, name_hash from found union all select id, channel, name_hash from made
    ) topic using (name_hash)
  ),
  point as materialized (
    select nextval('context_clock') as at, channels
    from (select array_agg(channel order by place) as channels from resolved) all_of_them
    where cardinality(channels) = ${push.topics.length}
  ),
  ${save(writer, now, push)},
  ${touch(now)}
  select
    (select version from saved) as version,
    exists (select from point) as resolved,
    ${membersOf(sql`(select channels from point)`)} as members,
    (
      -- Who joins or leaves writes the topic's row. Where that happened after the statement began
      -- and before the lock was held, the members seen here are those of before.
      select to_json(channels) from point
      where exists (
        select from found join topics seen using (id) where seen.xmin <> found.written
      )
    ) as changed`

/** To the minute is enough: the one push that finds no row of the last one adds it for all. */
const touch = (now: Date): RawBuilder<unknown> => sql`
  touched as (
    insert into topic_pushes (topic_id, pushed_at)
    select id, ${now}::timestamptz from resolved
    where not exists (
      select from topic_pushes
      where topic_id = resolved.id and pushed_at > ${now}::timestamptz - interval '1 minute'
    )
    returning topic_id
  ),
  outdated as (
    delete from topic_pushes where id in (
      select id from topic_pushes
      where topic_id in (select topic_id from touched)
        and pushed_at <= ${now}::timestamptz - interval '1 minute'
      for update skip locked
    )
  )`

/** Those who are in topics that are locked. */
async function readMembers(trx: Database, channels: readonly number[]): Promise<Members> {
  const { rows } = await sql<{ members: Members | null }>`
    select ${membersOf(sql`${channels}::bigint[]`)} as members`.execute(trx)
  return rows[0]?.members ?? []
}

const membersOf = (channels: RawBuilder<unknown>): RawBuilder<Members> => sql`(
  select json_agg(json_build_array(place, agent))
  from (
    select topic.place, m.agent
    from unnest(${channels}) with ordinality as topic (channel, place)
    cross join lateral (
      select agent from memberships
      where channel = topic.channel and left_at is null
      order by agent_hash
      limit ${NAMES_SHOWN + 1}
    ) m
    limit ${MEMBERS_READ}
  ) members
)`

const isNamed = (writer: Reader, push: Push): RawBuilder<boolean> =>
  sql`workspace_id = ${writer.workspaceId}
    and name_hash = any (${push.topics.map(({ hash }) => hash)}::bytea[])`

/** The item is where racing pushes meet: all that belongs to a push is made by the one that holds it. */
const save = (writer: Reader, now: Date, push: Push): RawBuilder<unknown> => sql`
  saved as (
    insert into context_items as item (
      workspace_id, key, key_hash, value, value_bytes, version, pushed, audiences, channels,
      written_by, written_at, expires_at, words
    )
    select
      ${writer.workspaceId}, ${push.key}, ${push.keyHash}, ${push.value},
      ${Buffer.byteLength(push.value)}, 1, at, ${push.audiences}::text[], channels,
      ${writer.agent}, ${now}, ${push.expiresAt}::timestamptz,
      to_tsvector('simple', ${push.words}) || array_to_tsvector(array[${writer.workspaceId}])
    from point
    on conflict (workspace_id, key_hash) do update set
      value = excluded.value,
      value_bytes = excluded.value_bytes,
      version = item.version + 1,
      pushed = excluded.pushed,
      audiences = excluded.audiences,
      channels = excluded.channels,
      written_by = excluded.written_by,
      written_at = excluded.written_at,
      expires_at = excluded.expires_at,
      words = excluded.words
    where ${hasVersion(push.ifVersion, now)}
    returning *
  ),
  cleared as (
    delete from context_routes route using saved
    where route.item_id = saved.id and route.pushed <> saved.pushed
  ),
  routed as (
    insert into context_routes (item_id, pushed, workspace_id, audience, sort_key, expires_at)
    select id, pushed, workspace_id, audience, ${push.sortKey}, expires_at
    from saved cross join unnest(
      audiences || array(select 'channel:' || channel from unnest(channels) channel)
    ) audience
  ),
  logged as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value, value_bytes, pushed, audiences, channels,
      changed_by, changed_at, expires_at
    )
    select
      workspace_id, id, version, 'pushed', value, value_bytes, pushed, audiences, channels,
      written_by, written_at, expires_at
    from saved
  )`

/** A key that is gone has version 0 to those who ask for one, while its versions go on counting. */
function hasVersion(wanted: number | undefined, now: Date): RawBuilder<boolean> {
  if (wanted === undefined) return sql`true`
  if (wanted === 0) return sql`not (${isLive('item', now)})`
  return sql`item.version = ${wanted} and ${isLive('item', now)}`
}
