import type { Tx } from '@quartermaster/db'
import { fromStorable, ToolError } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { MEMBERS_READ, NAMES_SHOWN } from '../../list-names.ts'
import type { Reader } from '../../reader.ts'
import { asRows, createTopics, type TopicName } from '../topics/topic-name.ts'
import { isKnown, isLive } from './visibility.ts'

export type Push = {
  readonly key: string
  readonly keyHash: Buffer
  readonly sortKey: string
  /** JSON text. */
  readonly value: string
  readonly words: string
  readonly expiresAt: Date | null
  readonly topics: readonly TopicName[]
  /** 'all', or the audiences of the named agents. */
  readonly audiences: readonly string[]
  readonly ifVersion: number | undefined
}

/** A subscriber and the position of its topic; at most NAMES_SHOWN + 1 per topic. */
type Member = { readonly ordinal: number; readonly agent: string }

export type Pushed = { readonly version: number; readonly members: readonly Member[] }

type Members = [ordinal: number, agent: string][]

type Row = {
  version: number | null
  resolved: boolean
  members: Members | null
  /** Generations whose members must be read again, because they changed during the statement. */
  changed: number[] | null
}

const ATTEMPTS = 5

/** Stores a value with its routing. Undefined if the key does not have the version `ifVersion`. */
export async function pushItem(
  trx: Tx,
  writer: Reader,
  now: Date,
  push: Push,
): Promise<Pushed | undefined> {
  const statement = push.topics.length === 0 ? pushWithoutTopics : pushToTopics
  // A topic that a concurrent call is creating is found by the next attempt.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { rows } = await statement(writer, now, push).execute(trx)
    const row = rows[0]
    if (!row?.resolved) continue
    if (row.version === null) return undefined
    const members = row.changed ? await readMembers(trx, row.changed) : (row.members ?? [])
    return {
      version: row.version,
      members: members.map(([ordinal, agent]) => ({ ordinal, agent: fromStorable(agent) })),
    }
  }
  throw new ToolError('unavailable', 'The topics are being changed by concurrent calls.')
}

const pushWithoutTopics = (writer: Reader, now: Date, push: Push): RawBuilder<Row> => sql`
  with clock as materialized (
    select nextval('context_clock') as tick, '{}'::bigint[] as generations
  ),
  ${save(writer, now, push)}
  select (select version from saved) as version, true as resolved, null as members, null as changed`

/**
 * Takes the tick after the topics are locked, so that the members at this tick are final.
 * Reads: topics, memberships.
 * Locks: the topics, against subscribing, unsubscribing and deletion until the transaction ends.
 * Writes: topics, topic_pushes, and what `save` writes.
 */
const pushToTopics = (writer: Reader, now: Date, push: Push): RawBuilder<Row> => sql`
  with created as (
    ${createTopics(writer.workspaceId, push.topics, now)}
    returning id, generation, name_hash
  ),
  found as materialized (
    -- No row is locked unless all are there, so that the retry holds no locks while it waits.
    select id, generation, name_hash, xmin as written from topics
    where ${isNamed(writer, push)}
      and (select count(*) from created) + (select count(*) from topics where ${isNamed(writer, push)})
        = ${push.topics.length}
    order by name_hash
    for key share
  ),
  resolved as materialized (
    select wanted.ordinal, topic.id, topic.generation
    from ${asRows(push.topics)}
    join (
      select id, generation, name_hash from found union all select id, generation, name_hash from created
    ) topic using (name_hash)
  ),
  clock as materialized (
    select nextval('context_clock') as tick, generations
    from (select array_agg(generation order by ordinal) as generations from resolved) all_of_them
    where cardinality(generations) = ${push.topics.length}
  ),
  ${save(writer, now, push)},
  ${touch(now)}
  select
    (select version from saved) as version,
    exists (select from clock) as resolved,
    ${membersOf(sql`(select generations from clock)`)} as members,
    (
      -- Subscribing and unsubscribing write the topic's row. If that happened between the start of
      -- the statement and the lock, members are those of the statement's snapshot: outdated.
      select to_json(generations) from clock
      where exists (
        select from found join topics seen using (id) where seen.xmin <> found.written
      )
    ) as changed`

/**
 * CTEs that record the push of each topic. `topic_pushes` is exact to a minute: a push adds a row
 * only if there is none for the last one. Reads: the CTE `resolved`. Locks: outdated rows of
 * topic_pushes, skipping locked ones. Writes: topic_pushes.
 */
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

/** The members of locked topics. */
async function readMembers(trx: Tx, generations: readonly number[]): Promise<Members> {
  const { rows } = await sql<{ members: Members | null }>`
    select ${membersOf(sql`${generations}::bigint[]`)} as members`.execute(trx)
  return rows[0]?.members ?? []
}

const membersOf = (generations: RawBuilder<unknown>): RawBuilder<Members> => sql`(
  select json_agg(json_build_array(ordinal, agent))
  from (
    select topic.ordinal, m.agent
    from unnest(${generations}) with ordinality as topic (generation, ordinal)
    cross join lateral (
      select agent from memberships
      where generation = topic.generation and left_tick is null
      order by agent_hash
      limit ${NAMES_SHOWN + 1}
    ) m
    limit ${MEMBERS_READ}
  ) members
)`

const isNamed = (writer: Reader, push: Push): RawBuilder<boolean> =>
  sql`workspace_id = ${writer.workspaceId}
    and name_hash = any (${push.topics.map(({ hash }) => hash)}::bytea[])`

/**
 * The tick of an item that is pushed again, in the upsert of `item`. Without topics the tick decides nothing about
 * readers. A push that repeats the audiences of the value it replaces keeps the tick, so that the routes stay valid.
 */
export const TICK_OF_PUSH: RawBuilder<number> = sql`case
  when item.value is not null
    and item.audiences = excluded.audiences
    and item.generations = '{}' and excluded.generations = '{}'
  then item.tick else excluded.tick end`

/** An earlier check stays: `check_at` is indexed, so a push that leaves it alone writes to no index. */
export const CHECK_AT_OF_PUSH: RawBuilder<Date> = sql`least(item.check_at, excluded.expires_at)`

/**
 * CTEs that store the item and everything that belongs to it. The upsert of context_items
 * serialises concurrent pushes to one key; the other CTEs depend on the row it returns. The CTE
 * `rerouted` is empty if the item keeps its routes.
 * Reads: the CTE `clock`. Locks: the item.
 * Writes: context_items, context_routes, context_changes.
 */
const save = (writer: Reader, now: Date, push: Push): RawBuilder<unknown> => sql`
  saved as (
    insert into context_items as item (
      workspace_id, key, key_hash, value, value_bytes, version, tick, audiences, generations,
      written_by, written_at, expires_at, check_at, words
    )
    select
      ${writer.workspaceId}, ${push.key}, ${push.keyHash}, ${push.value},
      ${Buffer.byteLength(push.value)}, 1, tick, ${push.audiences}::text[], generations,
      ${writer.agent}, ${now}, ${push.expiresAt}::timestamptz, ${push.expiresAt}::timestamptz,
      to_tsvector('simple', ${push.words}) || array_to_tsvector(array[${writer.workspaceId}])
    from clock
    on conflict (workspace_id, key_hash) do update set
      value = excluded.value,
      value_bytes = excluded.value_bytes,
      version = item.version + 1,
      tick = ${TICK_OF_PUSH},
      audiences = excluded.audiences,
      generations = excluded.generations,
      written_by = excluded.written_by,
      written_at = excluded.written_at,
      expires_at = excluded.expires_at,
      check_at = ${CHECK_AT_OF_PUSH},
      words = excluded.words
    where ${hasVersion(push.ifVersion, writer, now)}
    returning *
  ),
  rerouted as (
    select id, tick, workspace_id, audiences, saved.generations from saved join clock using (tick)
  ),
  cleared as (
    delete from context_routes route using rerouted
    where route.item_id = rerouted.id and route.tick <> rerouted.tick
  ),
  routed as (
    insert into context_routes (item_id, tick, workspace_id, audience, sort_key)
    select id, tick, workspace_id, audience, ${push.sortKey}
    from rerouted cross join unnest(
      audiences || array(select 'topic:' || generation from unnest(generations) generation)
    ) audience
  ),
  logged as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value, value_bytes, tick, audiences, generations,
      changed_by, changed_at, expires_at
    )
    select
      workspace_id, id, version, 'pushed', value, value_bytes, tick, audiences, generations,
      written_by, written_at, expires_at
    from saved
  )`

/**
 * A deleted or expired key has version 0 for `if_version`, though its stored version keeps counting. So has a
 * key that the writer does not know of: a conflict would tell that it exists.
 */
function hasVersion(wanted: number | undefined, writer: Reader, now: Date): RawBuilder<boolean> {
  if (wanted === undefined) return sql`true`
  const exists = sql`(${isLive('item', now)} and ${isKnown('item', writer)})`
  return wanted === 0 ? sql`not ${exists}` : sql`item.version = ${wanted} and ${exists}`
}
