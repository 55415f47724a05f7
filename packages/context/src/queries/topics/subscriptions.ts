import type { Tx } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import { isLive, isReadable } from '../items/visibility.ts'
import { checkAt } from './topic-name.ts'

/** Serialises the subscribe calls of one agent, so that no value is revealed twice. */
export async function lockSubscriber(trx: Tx, { workspaceId, audience }: Reader): Promise<void> {
  const name = `${workspaceId} ${audience}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

export type Subscribed = {
  readonly joined: number[]
  readonly total: number
  readonly revealed: number
}

/**
 * Subscribes to topics that `claimTopics` has locked. Existing subscriptions change only with
 * `fromStart`, which makes values readable that were pushed before.
 * Reads: context_routes, context_items. Locks: none, `claimTopics` holds them.
 * Writes: memberships, topics, and with `fromStart` context_changes.
 */
export async function subscribe(
  trx: Tx,
  agent: Reader,
  now: Date,
  generations: readonly number[],
  fromStart: boolean,
): Promise<Subscribed> {
  const { rows } = await sql<Subscribed>`
    with clock as materialized (
      select ${fromStart ? sql`0::bigint` : sql`nextval('context_clock')`} as tick
    ),
    joined as (
      insert into memberships (workspace_id, generation, agent, agent_hash, joined_tick)
      select ${agent.workspaceId}::uuid, generation, ${agent.agent}::text, ${agent.agentHash}::bytea, tick
      from clock cross join unnest(${generations}::bigint[]) generation
      on conflict (generation, agent_hash) where left_tick is null do nothing
      returning generation
    ),
    counted as (
      update topics set subscribers = subscribers + 1
      where generation in (select generation from joined)
    )
    ${fromStart ? reveal(agent, now, generations) : sql``}
    select
      coalesce((select json_agg(generation) from joined), '[]') as joined,
      (select count(*) from joined) + (
        select count(*) from memberships
        where workspace_id = ${agent.workspaceId}
          and agent_hash = ${agent.agentHash}
          and left_tick is null
      ) as total,
      ${fromStart ? sql`(select count(*) from revealed)` : sql`0`} as revealed`.execute(trx)
  return rows[0] ?? { joined: [], total: 0, revealed: 0 }
}

// `isReadable` sees the memberships of the statement's snapshot, before `widened` changes them.
const reveal = (
  agent: Reader,
  now: Date,
  generations: readonly number[],
): RawBuilder<unknown> => sql`,
  widened as (
    update memberships set joined_tick = 0
    where generation = any (${generations}::bigint[])
      and agent_hash = ${agent.agentHash}
      and left_tick is null
      and joined_tick > 0
  ),
  revealed as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value_bytes, tick, audiences, generations,
      only_for, changed_by, changed_at, expires_at
    )
    select distinct on (item.id)
      item.workspace_id, item.id, item.version, 'revealed', 0, item.tick, item.audiences,
      item.generations, ${agent.audience}, item.written_by, ${now}::timestamptz, item.expires_at
    from context_routes route
    join context_items item on item.id = route.item_id and item.tick = route.tick
    where route.workspace_id = ${agent.workspaceId}
      and route.audience = any (${generations.map((generation) => `topic:${generation}`)}::text[])
      and ${isLive('item', now)}
      and not ${isReadable('item', agent)}
    returning 1
  )`

export type Left = {
  readonly left: number[]
  readonly remaining: string[]
  readonly total: number
}

/**
 * Ends subscriptions to locked topics. Values that were readable through them stay readable.
 * Reads: memberships, topics. Locks: none, the caller holds them. Writes: memberships, topics.
 */
export async function unsubscribe(
  trx: Tx,
  agent: Reader,
  now: Date,
  generations: readonly number[],
  namesRead: number,
): Promise<Left> {
  const { rows } = await sql<Left>`
    with clock as materialized (select nextval('context_clock') as tick),
    ended as (
      update memberships set left_tick = clock.tick, check_at = ${now}
      from clock
      where generation = any (${generations}::bigint[])
        and agent_hash = ${agent.agentHash}
        and left_tick is null
      returning generation
    ),
    counted as (
      update topics set subscribers = subscribers - 1, check_at = ${checkAt(now)}
      where generation in (select generation from ended)
    ),
    remaining as (
      select topic.name, topic.sort_key
      from memberships m
      join topics topic on topic.generation = m.generation
      where m.workspace_id = ${agent.workspaceId}
        and m.agent_hash = ${agent.agentHash}
        and m.left_tick is null
        and m.generation not in (select generation from ended)
    )
    select
      coalesce((select json_agg(generation) from ended), '[]') as left,
      (select count(*) from remaining) as total,
      array(select name from remaining order by sort_key limit ${namesRead}) as remaining`.execute(
    trx,
  )
  return rows[0] ?? { left: [], remaining: [], total: 0 }
}
