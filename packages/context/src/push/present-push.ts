import { count, listed, MEMBERS_READ, NAMES_SHOWN, unique } from '../list-names.ts'

type Member = { readonly place: number; readonly agent: string }

type Notice = {
  routing: 'global' | 'topics' | 'direct' | 'topics_and_direct'
  topics: string[]
  subscribers_notified: string[]
  subscribers_truncated?: true
  topics_without_subscribers?: string[]
  message: string
}

/** What a push tells its sender about who can read it. Members come by the place of their topic. */
export function notice(
  topics: string[],
  agents: readonly string[],
  members: readonly Member[],
): Notice {
  if (topics.length === 0 && agents.length === 0) {
    const message = 'Context pushed globally: every agent of this workspace can read it'
    return { routing: 'global', topics, subscribers_notified: [], message }
  }
  const ofTopics = members.toSorted((a, b) => a.place - b.place || (a.agent < b.agent ? -1 : 1))
  const names = unique([...agents, ...ofTopics.map(({ agent }) => agent)])
  const isCut = names.length > NAMES_SHOWN || members.length === MEMBERS_READ
  const empty = withoutMembers(topics, members)
  return {
    routing: agents.length === 0 ? 'topics' : topics.length === 0 ? 'direct' : 'topics_and_direct',
    topics,
    subscribers_notified: names.slice(0, NAMES_SHOWN),
    ...(isCut && { subscribers_truncated: true }),
    ...(empty.length > 0 && { topics_without_subscribers: empty }),
    message: sentence(topics, names, isCut, empty),
  }
}

function withoutMembers(topics: readonly string[], members: readonly Member[]): string[] {
  // Where reading stopped early, nothing is known about the topics beyond.
  const known = members.length === MEMBERS_READ ? (members.at(-1)?.place ?? 0) : topics.length
  const places = new Set(members.map(({ place }) => place))
  return topics.filter((_, index) => index < known && !places.has(index + 1))
}

function sentence(
  topics: readonly string[],
  names: readonly string[],
  isCut: boolean,
  empty: readonly string[],
): string {
  const where = topics.length > 0 ? `pushed to ${count(topics.length, 'topic')}` : 'pushed directly'
  const whom = isCut ? `more than ${NAMES_SHOWN} subscribers` : count(names.length, 'subscriber')
  const nobody = names.length === 0 ? '; nobody can read it' : ''
  const hint = empty.length > 0 ? `. No subscribers: ${listed(empty)}${nobody}` : ''
  return `Context ${where}, notified ${whom}${hint}`
}
