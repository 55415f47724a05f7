import { useMemo, useState } from 'react'
import type { Topic } from '../../api/context.ts'
import { type Node, placeTopics } from './place-topics.ts'

const LINKS = 200
const MARGIN = 18
const LETTER = 8
const LONGEST_NAME = 24

type Hovered = { readonly column: 'topic' | 'agent'; readonly name: string }

/** Topics on the left, their subscribers on the right. The matrix below it has the same for screen readers. */
export function TopicPicture({ topics }: { topics: readonly Topic[] }) {
  const picture = useMemo(() => placeTopics(topics), [topics])
  const left = widthOf(picture.topics)
  const right = left + LINKS
  const [hovered, setHovered] = useState<Hovered>()
  const isLit = (topic: string, agent: string) =>
    hovered === undefined || hovered.name === (hovered.column === 'topic' ? topic : agent)
  const counts = `${picture.topics.length} topics, ${picture.agents.length} agents and ${picture.links.length} subscriptions`
  const width = right + widthOf(picture.agents)
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
        <circle cx={column === 'topic' ? left : right} cy={node.y} r="5" />
        <text
          x={column === 'topic' ? left - 14 : right + 14}
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
        viewBox={`0 0 ${width} ${picture.height}`}
        style={{ maxWidth: 1.15 * width }}
        role="img"
        aria-label={`${counts}, as in the table below`}
      >
        {picture.links.map(({ topic, agent }) => (
          <path
            key={`${topic.name} ${agent.name}`}
            className="topic-link"
            data-lit={isLit(topic.name, agent.name)}
            d={curve([left, topic.y], [right, agent.y])}
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

type Point = readonly [x: number, y: number]

const curve = ([x, y]: Point, [toX, toY]: Point): string => {
  const middle = (x + toX) / 2
  return `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`
}

/** Room for the names of a column, about as wide as they are, so that the picture fits on a phone. */
const widthOf = (nodes: readonly Node[]): number =>
  MARGIN + LETTER * Math.max(0, ...nodes.map(({ name }) => cut(name).length))

const cut = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`
