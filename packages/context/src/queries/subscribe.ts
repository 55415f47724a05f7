import type { Database } from '@quartermaster/db'
import { ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import type { Reader } from '../audience.ts'
import { isLive, isReadable } from './reading.ts'
import { checkAt, makeTopics, type TopicName } from './topic-names.ts'

const ATTEMPTS = 5

/**
 * Locks topics against pushes, and against joining and leaving, until the transaction ends; those
 * that are missing are made. A point of the clock that is taken afterwards lies after every push
 * to them that is done, and before every one that is to come.
 */
export async function claimTopics(
  trx: Database,
  workspaceId: string,
  names: readonly TopicName[],
  now: Date,
): Promise<Map<string, number>> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await makeTopics(workspaceId, names, now, null).execute(trx)
    const found = await lockTopics(trx, workspaceId, names)
    if (found.size === names.length) return found
  }
  throw new ToolError('unavailable', 'The topics are being changed by others at this moment.')
}

/** The ids, by name, of those that are there. */
export async function lockTopics(
  trx: Database,
  workspaceId: string,
  names: readonly TopicName[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name_hash: Buffer }>`
    select id, name_hash from topics
    where workspace_id = ${workspaceId}
      and name_hash = any (${names.map(({ hash }) => hash)}::bytea[])
      and deleted_at is null
    order by name_hash
    for update`.execute(trx)
  const ids = new Map(rows.map(({ id, name_hash }) => [name_hash.toString('hex'), id]))
  return new Map(
    names.flatMap(({ name, hash }) => {
      const id = ids.get(hash.toString('hex'))
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

/** Lets the calls of one agent that subscribe follow one another, so that none reveals twice. */
export async function lockSubscriber(trx: Database, { workspaceId, audience }: Reader) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workspaceId} ${audience}`}, 0))`.execute(
    trx,
  )
}

export type Subscribed = {
  readonly joined: number[]
  readonly total: number
  readonly revealed: number
}

/** Joins topics that are claimed. Those joined already stay as they are, unless `fromStart`. */
export async function subscribe(
  trx: Database,
  agent: Reader,
  now: Date,
  topics: readonly number[],
  fromStart: boolean,
): Promise<Subscribed> {
  const { rows } = await sql<Subscribed>`
    with point as materialized (
      select ${fromStart ? sql`0::bigint` : sql`nextval('context_clock')`} as at
    ),
    joined as (
      insert into memberships (workspace_id, topic_id, agent, agent_hash, joined)
      select ${agent.workspaceId}::uuid, topic_id, ${agent.agent}::text, ${agent.agentHash}::bytea, at
      from point cross join unnest(${topics}::bigint[]) topic_id
      on conflict (topic_id, agent_hash) where left_at is null do nothing
      returning topic_id
    ),
    counted as (
      update topics set subscribers = subscribers + 1 where id in (select topic_id from joined)
    )
    ${fromStart ? reveal(agent, now, topics) : sql``}
    select
      coalesce((select json_agg(topic_id) from joined), '[]') as joined,
      (select count(*) from joined) + (
        select count(*) from memberships
        where workspace_id = ${agent.workspaceId} and agent_hash = ${agent.agentHash} and left_at is null
      ) as total,
      ${fromStart ? sql`(select count(*) from revealed)` : sql`0`} as revealed`.execute(trx)
  return rows[0] ?? { joined: [], total: 0, revealed: 0 }
}

// The statement sees the memberships as they were: what cannot be read yet is what is revealed.
const reveal = (agent: Reader, now: Date, topics: readonly number[]) => sql`,
  widened as (
    update memberships set joined = 0
    where topic_id = any (${topics}::bigint[])
      and agent_hash = ${agent.agentHash}
      and left_at is null
      and joined > 0
  ),
  revealed as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value_bytes, pushed, audiences, topics,
      only_for, changed_by, changed_at, expires_at
    )
    select distinct on (item.id)
      item.workspace_id, item.id, item.version, 'revealed', 0, item.pushed, item.audiences,
      item.topics, ${agent.audience}, item.written_by, ${now}::timestamptz, item.expires_at
    from context_routes route
    join context_items item on item.id = route.item_id and item.pushed = route.pushed
    where route.workspace_id = ${agent.workspaceId}
      and route.audience = any (${topics.map((id) => `topic:${id}`)}::text[])
      and ${isLive('item', now)}
      and not ${isReadable('item', agent)}
    returning 1
  )`

export type Left = { readonly left: number[]; readonly remaining: string[]; readonly total: number }

/** Leaves topics that are locked. What was readable through them stays so. */
export async function unsubscribe(
  trx: Database,
  agent: Reader,
  now: Date,
  topics: readonly number[],
  namesRead: number,
): Promise<Left> {
  const { rows } = await sql<Left>`
    with point as materialized (select nextval('context_clock') as at),
    ended as (
      update memberships set left_at = at, check_at = ${now}
      from point
      where topic_id = any (${topics}::bigint[])
        and agent_hash = ${agent.agentHash}
        and left_at is null
      returning topic_id
    ),
    counted as (
      update topics set subscribers = subscribers - 1, check_at = ${checkAt(now)}
      where id in (select topic_id from ended)
    ),
    remaining as (
      select topic.name, topic.sort_key
      from memberships m
      join topics topic on topic.id = m.topic_id
      where m.workspace_id = ${agent.workspaceId}
        and m.agent_hash = ${agent.agentHash}
        and m.left_at is null
        and m.topic_id not in (select topic_id from ended)
    )
    select
      coalesce((select json_agg(topic_id) from ended), '[]') as left,
      (select count(*) from remaining) as total,
      array(select name from remaining order by sort_key limit ${namesRead}) as remaining`.execute(
    trx,
  )
  return rows[0] ?? { left: [], remaining: [], total: 0 }
}
