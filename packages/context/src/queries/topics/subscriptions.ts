import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../reader.ts'
import { isLive, isReadable } from '../items/visibility.ts'
import { checkAt } from './topic-name.ts'

/** Lets the calls of one agent that subscribe follow one another, so that none reveals twice. */
export async function lockSubscriber(
  trx: Database,
  { workspaceId, audience }: Reader,
): Promise<void> {
  const name = `${workspaceId} ${audience}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
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
  channels: readonly number[],
  fromStart: boolean,
): Promise<Subscribed> {
  const { rows } = await sql<Subscribed>`
    with point as materialized (
      select ${fromStart ? sql`0::bigint` : sql`nextval('context_clock')`} as at
    ),
    joined as (
      insert into memberships (workspace_id, channel, agent, agent_hash, joined)
      select ${agent.workspaceId}::uuid, channel, ${agent.agent}::text, ${agent.agentHash}::bytea, at
      from point cross join unnest(${channels}::bigint[]) channel
      on conflict (channel, agent_hash) where left_at is null do nothing
      returning channel
    ),
    counted as (
      update topics set subscribers = subscribers + 1
      where channel in (select channel from joined)
    )
    ${fromStart ? reveal(agent, now, channels) : sql``}
    select
      coalesce((select json_agg(channel) from joined), '[]') as joined,
      (select count(*) from joined) + (
        select count(*) from memberships
        where workspace_id = ${agent.workspaceId}
          and agent_hash = ${agent.agentHash}
          and left_at is null
      ) as total,
      ${fromStart ? sql`(select count(*) from revealed)` : sql`0`} as revealed`.execute(trx)
  return rows[0] ?? { joined: [], total: 0, revealed: 0 }
}

// The statement sees the memberships as they were: what cannot be read yet is what is revealed.
const reveal = (agent: Reader, now: Date, channels: readonly number[]): RawBuilder<unknown> => sql`,
  widened as (
    update memberships set joined = 0
    where channel = any (${channels}::bigint[])
      and agent_hash = ${agent.agentHash}
      and left_at is null
      and joined > 0
  ),
  revealed as (
    insert into context_changes (
      workspace_id, item_id, version, kind, value_bytes, pushed, audiences, channels,
      only_for, changed_by, changed_at, expires_at
    )
    select distinct on (item.id)
      item.workspace_id, item.id, item.version, 'revealed', 0, item.pushed, item.audiences,
      item.channels, ${agent.audience}, item.written_by, ${now}::timestamptz, item.expires_at
    from context_routes route
    join context_items item on item.id = route.item_id and item.pushed = route.pushed
    where route.workspace_id = ${agent.workspaceId}
      and route.audience = any (${channels.map((channel) => `channel:${channel}`)}::text[])
      and ${isLive('item', now)}
      and not ${isReadable('item', agent)}
    returning 1
  )`

export type Left = {
  readonly left: number[]
  readonly remaining: string[]
  readonly total: number
}

/** Leaves topics that are locked. What was readable through them stays so. */
export async function unsubscribe(
  trx: Database,
  agent: Reader,
  now: Date,
  channels: readonly number[],
  namesRead: number,
): Promise<Left> {
  const { rows } = await sql<Left>`
    with point as materialized (select nextval('context_clock') as at),
    ended as (
      update memberships set left_at = at, check_at = ${now}
      from point
      where channel = any (${channels}::bigint[])
        and agent_hash = ${agent.agentHash}
        and left_at is null
      returning channel
    ),
    counted as (
      update topics set subscribers = subscribers - 1, check_at = ${checkAt(now)}
      where channel in (select channel from ended)
    ),
    remaining as (
      select topic.name, topic.sort_key
      from memberships m
      join topics topic on topic.channel = m.channel
      where m.workspace_id = ${agent.workspaceId}
        and m.agent_hash = ${agent.agentHash}
        and m.left_at is null
        and m.channel not in (select channel from ended)
    )
    select
      coalesce((select json_agg(channel) from ended), '[]') as left,
      (select count(*) from remaining) as total,
      array(select name from remaining order by sort_key limit ${namesRead}) as remaining`.execute(
    trx,
  )
  return rows[0] ?? { left: [], remaining: [], total: 0 }
}
