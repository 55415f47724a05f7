import type { Topic } from '../../api/context.ts'

export type Node = { readonly name: string; readonly y: number }

export type TopicPicture = {
  readonly height: number
  readonly topics: readonly Node[]
  readonly agents: readonly Node[]
  readonly links: readonly { readonly topic: Node; readonly agent: Node }[]
  /** Topics and agents that do not fit into the picture. */
  readonly leftOut: number
}

/** More nodes would be lines that nobody can follow. */
const MOST = 40
const STEP = 30

/** Topics in one column and agents in another, each agent near its topics so that few links cross. */
export function placeTopics(all: readonly Topic[]): TopicPicture {
  const topics = all.slice(0, MOST)
  const places = new Map<string, number[]>()
  for (const [place, { subscribers }] of topics.entries()) {
    for (const agent of subscribers) places.set(agent, [...(places.get(agent) ?? []), place])
  }
  const names = [...places].toSorted(
    ([a, ofA], [b, ofB]) => mean(ofA) - mean(ofB) || (a < b ? -1 : 1),
  )
  const shown = names.slice(0, MOST).map(([name]) => name)
  const rows = Math.max(topics.length, shown.length)
  const topicNodes = column(
    topics.map(({ name }) => name),
    rows,
  )
  const agentNodes = column(shown, rows)
  const byAgent = new Map(agentNodes.map((node) => [node.name, node]))
  const links = topics.flatMap(({ subscribers }, index) =>
    subscribers.flatMap((name) => {
      const [topic, agent] = [topicNodes[index], byAgent.get(name)]
      return topic === undefined || agent === undefined ? [] : { topic, agent }
    }),
  )
  const leftOut = all.length - topics.length + names.length - shown.length
  return { height: rows * STEP, topics: topicNodes, agents: agentNodes, links, leftOut }
}

/** The shorter column is spread over the height of the longer one. */
const column = (names: readonly string[], rows: number): Node[] =>
  names.map((name, index) => ({ name, y: ((index + 0.5) * rows * STEP) / names.length }))

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length
