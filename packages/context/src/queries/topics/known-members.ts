import { fromStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { MEMBERS_READ, NAMES_SHOWN } from '../../list-names.ts'
import type { TopicName } from './topic-name.ts'

/** A subscriber and the position of its topic in the push, counted from 1; at most NAMES_SHOWN + 1 per topic. */
export type Member = { readonly ordinal: number; readonly agent: string }

/** The positions of topics and, in the same order, the agents. */
export type MemberColumns = readonly [
  ordinals: readonly number[] | null,
  agents: readonly string[] | null,
]

/** The members of `generations`, as MemberColumns. Reads: memberships. */
export const membersOf = (generations: RawBuilder<unknown>): RawBuilder<MemberColumns> => sql`(
  select json_build_array(array_agg(ordinal), array_agg(agent))
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

/** Members in the order of their topics, then of their names. */
export const toMembers = ([ordinals, agents]: MemberColumns): readonly Member[] =>
  (agents ?? [])
    .map((agent, index) => ({ ordinal: ordinals?.[index] ?? 0, agent: fromStorable(agent) }))
    .sort((a, b) => a.ordinal - b.ordinal || (a.agent < b.agent ? -1 : 1))

/**
 * `state` contains the generation and the `xmin` of each topic's row. Subscribing and unsubscribing write the row and
 * so change `xmin`. A transaction must change the members of a topic at most once, because both changes would have the
 * same `xmin`.
 */
export type KnownMembers = { readonly state: string; readonly members: readonly Member[] }

const LISTS_KEPT = 100

/**
 * The members that were last read for a list of topics. Reading and sorting the names of a large topic takes
 * longer than the rest of a push, and most pushes find the same members as the previous one.
 */
const known = new Map<string, KnownMembers>()

const nameOf = (workspaceId: string, topics: readonly TopicName[]) =>
  [workspaceId, ...topics.map(({ hash }) => hash.toString('base64'))].join()

export const knownMembers = (
  workspaceId: string,
  topics: readonly TopicName[],
): KnownMembers | undefined => known.get(nameOf(workspaceId, topics))

export function keepMembers(
  workspaceId: string,
  topics: readonly TopicName[],
  kept: KnownMembers,
): void {
  const name = nameOf(workspaceId, topics)
  known.delete(name)
  // Longer lists would take too much memory.
  if (kept.members.length > NAMES_SHOWN + 1) return
  known.set(name, kept)
  const [oldest] = known.keys()
  if (known.size > LISTS_KEPT && oldest !== undefined) known.delete(oldest)
}
