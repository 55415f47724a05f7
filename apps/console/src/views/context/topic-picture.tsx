import { useMemo, useState } from 'react'
import type { Topic } from '../../api/context.ts'
import { type Node, placeTopics } from './place-topics.ts'

const WIDTH = 640
const LEFT = 210
const RIGHT = 430
const LONGEST_NAME = 24

type Hovered = { readonly column: 'topic' | 'agent'; readonly name: string }

/** Topics on the left, their subscribers on the right. The matrix below it has the same for screen readers. */
export function TopicPicture({ topics }: { topics: readonly Topic[] }) {
  const picture = useMemo(() => placeTopics(topics), [topics])
  const [hovered, setHovered] = useState<Hovered>()
  const isLit = (topic: string, agent: string) =>
    hovered === undefined || hovered.name === (hovered.column === 'topic' ? topic : agent)
  const counts = `${picture.topics.length} topics, ${picture.agents.length} agents and ${picture.links.length} subscriptions`
  const columnOf = (column: Hovered['column'], nodes: readonly Node[]) =>
    nodes.map((node) => (
      <g
        key={node.name}
        className="topic-node"
        data-column={column}
        onPointerEnter={() => setHovered({ column, name: node.name })}
        onPointerLeave={() => setHovered(undefined)}
      >
        <title>{node.name}</title>
        <circle cx={column === 'topic' ? LEFT : RIGHT} cy={node.y} r="5" />
        <text
          x={column === 'topic' ? LEFT - 14 : RIGHT + 14}
          y={node.y}
          dominantBaseline="central"
          textAnchor={column === 'topic' ? 'end' : 'start'}
        >
          {cut(node.name)}
        </text>
      </g>
    ))
  return (
    <div className="topic-picture">
      <svg
        viewBox={`0 0 ${WIDTH} ${picture.height}`}
        role="img"
        aria-label={`${counts}, as in the table below`}
      >
        {picture.links.map(({ topic, agent }) => (
          <path
            key={`${topic.name} ${agent.name}`}
            className="topic-link"
            data-lit={isLit(topic.name, agent.name)}
            d={curve(topic.y, agent.y)}
          />
        ))}
        {columnOf('topic', picture.topics)}
        {columnOf('agent', picture.agents)}
      </svg>
      {picture.leftOut > 0 && (
        <p className="muted">
          {picture.leftOut} more topics and agents are in the table below only.
        </p>
      )}
    </div>
  )
}

const curve = (from: number, to: number): string => {
  const middle = (LEFT + RIGHT) / 2
  return `M${LEFT} ${from}C${middle} ${from} ${middle} ${to} ${RIGHT} ${to}`
}

const cut = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`
