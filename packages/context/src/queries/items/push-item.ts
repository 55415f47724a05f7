import type { Tx } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import {
  type KnownMembers,
  keepMembers,
  knownMembers,
  type Member,
  type MemberColumns,
  membersOf,
  toMembers,
} from '../topics/known-members.ts'
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

export type Pushed = {
  readonly version: number
  /** Sorted by topic, then by name. */
  readonly members: readonly Member[]
}

type Row = {
  version: number | null
  resolved: boolean
  /** See `KnownMembers`. */
  state: string | null
  /** Null if `state` is that of the known members. */
  members: MemberColumns | null
  /** Generations whose members must be read again, because they changed during the statement. */
  changed: number[] | null
  /** Topics without a push in the last minute. */
  quiet: number[] | null
}

const ATTEMPTS = 5

/** Stores a value with its routing. Undefined if the key does not have the version `ifVersion`. */
export async function pushItem(
  trx: Tx,
  writer: Reader,
  now: Date,
  push: Push,
): Promise<Pushed | undefined> {
  const known = knownMembers(writer.workspaceId, push.topics)
  const statement =
    push.topics.length === 0
      ? pushWithoutTopics(writer, now, push)
      : pushToTopics(writer, now, push, known?.state)
  // If a topic is swept concurrently, the next attempt creates it.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { rows } = await statement.execute(trx)
    const row = rows[0]
    if (!row?.resolved) {
      await createTopics(writer.workspaceId, push.topics, now).execute(trx)
      continue
    }
    if (row.version === null) return undefined
    if (row.quiet) await recordPushes(trx, now, row.quiet)
    return { version: row.version, members: await findMembers(trx, writer, push, row, known) }
  }
  throw new ToolError('unavailable', 'The topics are being changed by concurrent calls.')
}

async function findMembers(
  trx: Tx,
  { workspaceId }: Reader,
  { topics }: Push,
  { state, members, changed }: Row,
  known: KnownMembers | undefined,
): Promise<readonly Member[]> {
  if (state === null) return []
  if (state === known?.state) return known.members
  const found = toMembers((changed ? await readMembers(trx, changed) : members) ?? [null, null])
  keepMembers(workspaceId, topics, { state, members: found })
  return found
}

const pushWithoutTopics = (writer: Reader, now: Date, push: Push): RawBuilder<Row> => sql`
  with clock as materialized (
    select nextval('context_clock') as tick, '{}'::bigint[] as generations
  ),
  ${save(writer, now, push)}
  select (select version from saved) as version, true as resolved, null as state, null as members,
    null as changed, null as quiet`

/**
 * Takes the tick after the topics are locked, so that the members at this tick are final. Stores
 * nothing if a topic is missing.
 * Reads: topics, topic_pushes, memberships.
 * Locks: the topics, against subscribing, unsubscribing and deletion until the transaction ends.
 * Writes: what `save` writes.
 */
const pushToTopics = (
  writer: Reader,
  now: Date,
  push: Push,
  knownState = '',
): RawBuilder<Row> => sql`
  with found as materialized (
    -- Locks the topics only if all of them exist, so that no locks are held while the others are created.
    select id, generation, name_hash, xmin as written from topics
    where ${isNamed(writer.workspaceId, push)}
      and (select count(*) from topics where ${isNamed(writer.workspaceId, push)}) = ${push.topics.length}
    order by name_hash
    for key share
  ),
  clock as materialized (
    select nextval('context_clock') as tick, generations, state
    from (
      select array_agg(generation order by ordinal) as generations,
        string_agg(generation || ' ' || written, ',' order by ordinal) as state
      from ${asRows(push.topics)} join found using (name_hash)
    ) all_of_them
    where cardinality(generations) = ${push.topics.length}
  ),
  ${save(writer, now, push)}
  select
    (select version from saved) as version,
    exists (select from clock) as resolved,
    (select state from clock) as state,
    case when (select state from clock) <> ${knownState}
      then ${membersOf(sql`(select generations from clock)`)}
    end as members,
    (
      -- Subscribing and unsubscribing write the topic's row. If that happened between the start of
      -- the statement and the lock, "members" comes from the statement's snapshot and is outdated.
      select to_json(generations) from clock
      where exists (
        select from found join topics seen using (id) where seen.xmin <> found.written
      )
    ) as changed,
    (
      select json_agg(id) from found
      where not exists (
        select from topic_pushes
        where topic_id = found.id and pushed_at > ${now}::timestamptz - interval '1 minute'
      )
    ) as quiet`

/**
 * Records the times of pushes to topics, to the minute. Locks: outdated rows of topic_pushes, skipping
 * locked ones. Writes: topic_pushes.
 */
async function recordPushes(trx: Tx, now: Date, topicIds: readonly number[]): Promise<void> {
  await sql`
    with outdated as (
      delete from topic_pushes where id in (
        select id from topic_pushes
        where topic_id = any (${topicIds}::bigint[])
          and pushed_at <= ${now}::timestamptz - interval '1 minute'
        for update skip locked
      )
    )
    insert into topic_pushes (topic_id, pushed_at)
    select unnest(${topicIds}::bigint[]), ${now}::timestamptz`.execute(trx)
}

/** The members of locked topics. */
async function readMembers(
  trx: Tx,
  generations: readonly number[],
): Promise<MemberColumns | undefined> {
  const { rows } = await sql<{ members: MemberColumns }>`
    select ${membersOf(sql`${generations}::bigint[]`)} as members`.execute(trx)
  return rows[0]?.members
}

const isNamed = (workspaceId: string, { topics }: Push): RawBuilder<boolean> =>
  sql`workspace_id = ${workspaceId}
    and name_hash = any (${topics.map(({ hash }) => hash)}::bytea[])`

/**
 * The tick of an item that is pushed again, in the upsert of `item`. Without topics, the tick does not affect who
 * can read the item. A push with the same audiences as the value it replaces keeps the tick, so the routes stay valid.
 */
export const TICK_OF_PUSH: RawBuilder<number> = sql`case
  when item.value is not null
    and item.audiences = excluded.audiences
    and item.generations = '{}' and excluded.generations = '{}'
  then item.tick else excluded.tick end`

/** Keeps an earlier check: `check_at` is indexed, so a push that leaves it unchanged writes to no index. */
export const CHECK_AT_OF_PUSH: RawBuilder<Date> = sql`least(item.check_at, excluded.expires_at)`

/**
 * The words of an item that is pushed again. A long tsvector is stored compressed or outside the row, and PostgreSQL
 * compares the stored form: an equal but recomputed tsvector would count as changed, and every index would be written.
 */
export const WORDS_OF_PUSH: RawBuilder<string> = sql`case
  when item.words = excluded.words then item.words else excluded.words end`

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
      words = ${WORDS_OF_PUSH}
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
 * For `if_version`, a deleted or expired key has version 0, although its stored version keeps counting. So does a
 * key that the writer does not know of, because a conflict would reveal that it exists.
 */
function hasVersion(wanted: number | undefined, writer: Reader, now: Date): RawBuilder<boolean> {
  if (wanted === undefined) return sql`true`
  const exists = sql`(${isLive('item', now)} and ${isKnown('item', writer)})`
  return wanted === 0 ? sql`not ${exists}` : sql`item.version = ${wanted} and ${exists}`
}
