import { countOf, printable, quote } from '@quartermaster/toolkit'
import { MEMBERS_READ, NAMES_SHOWN, unique } from '../list-names.ts'

/** A subscriber, and the position of its topic in the push, counted from 1. */
type Member = { readonly ordinal: number; readonly agent: string }

export type Routing = {
  readonly topics: readonly string[]
  readonly agents: readonly string[]
  readonly unknownAgents: readonly string[]
  /** Sorted by topic, then by name. */
  readonly members: readonly Member[]
}

type PresentedPush = {
  routing: 'global' | 'topics' | 'direct' | 'topics_and_direct'
  topics: string[]
  subscribers_notified: string[]
  subscribers_truncated?: true
  unknown_subscribers?: string[]
  topics_without_subscribers?: string[]
  did_you_mean?: Record<string, string>
  message: string
}

const MESSAGE_NAMES = 20

const EVERYONE = /^(\*|all|any|everyone|everybody)$/i

/** The part of a push's reply that says who can read the value. */
export function presentPush(
  routing: Routing,
  suggestions: ReadonlyMap<string, string> = new Map(),
): PresentedPush {
  const { agents, unknownAgents, members } = routing
  const topics = [...routing.topics]
  if (topics.length === 0 && agents.length === 0) {
    const message = 'Context pushed globally: every agent of this workspace can read it'
    return { routing: 'global', topics, subscribers_notified: [], message }
  }
  const known = agents.filter((agent) => !unknownAgents.includes(agent))
  const names = unique([...known, ...members.map(({ agent }) => agent)])
  const isCut = names.length > NAMES_SHOWN || members.length === MEMBERS_READ
  const empty = topicsWithoutMembers(routing)
  const where =
    topics.length > 0 ? `pushed to ${countOf(topics.length, 'topic')}` : 'pushed directly'
  const whom = isCut ? `more than ${NAMES_SHOWN} subscribers` : countOf(names.length, 'subscriber')
  const nobody = names.length === 0 && unknownAgents.length === 0 ? '; nobody can read it' : ''
  const warnings = [
    ...(empty.length > 0 ? [`No subscribers: ${listDoubtful(empty, suggestions)}${nobody}`] : []),
    ...(unknownAgents.length > 0
      ? [`Unknown agents: ${listDoubtful(unknownAgents, suggestions)}`]
      : []),
    ...(unknownAgents.some((name) => EVERYONE.test(name))
      ? ['To reach every agent, leave out subscribers and topics']
      : []),
  ]
  return {
    routing: agents.length === 0 ? 'topics' : topics.length === 0 ? 'direct' : 'topics_and_direct',
    topics,
    subscribers_notified: names.slice(0, NAMES_SHOWN),
    ...(isCut && { subscribers_truncated: true }),
    ...(unknownAgents.length > 0 && { unknown_subscribers: [...unknownAgents] }),
    ...(empty.length > 0 && { topics_without_subscribers: empty }),
    ...(suggestions.size > 0 && { did_you_mean: Object.fromEntries(suggestions) }),
    message: [`Context ${where}, notified ${whom}`, ...warnings].join('. '),
  }
}

export function topicsWithoutMembers({ topics, members }: Routing): string[] {
  // If MEMBERS_READ was reached, members of the topics after the last one are unknown.
  const known = members.length === MEMBERS_READ ? (members.at(-1)?.ordinal ?? 0) : topics.length
  const ordinals = new Set(members.map(({ ordinal }) => ordinal))
  return topics.filter((_, index) => index < known && !ordinals.has(index + 1))
}

function listDoubtful(names: readonly string[], suggestions: ReadonlyMap<string, string>): string {
  const shown = names.slice(0, MESSAGE_NAMES).map((name) => {
    const suggestion = suggestions.get(name)
    return printable(name) + (suggestion ? ` (did you mean ${quote(suggestion)}?)` : '')
  })
  const rest = names.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
