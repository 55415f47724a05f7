import { expect, test } from 'vitest'
import { placeTopics } from './place-topics.ts'

const topic = (name: string, ...subscribers: string[]) => ({
  name,
  subscribers,
  subscriber_count: subscribers.length,
  recent_activity: false,
})

test('agents are placed next to their topics, and every subscription is a link', () => {
  const { topics, agents, links, height, leftOut } = placeTopics([
    topic('a', 'Zoe'),
    topic('b', 'Zoe', 'Ann'),
    topic('c', 'Ann'),
  ])
  expect(topics.map(({ y }) => y)).toEqual([15, 45, 75])
  expect(agents).toEqual([
    { name: 'Zoe', y: 22.5 },
    { name: 'Ann', y: 67.5 },
  ])
  expect(links.map((link) => `${link.topic.name} ${link.agent.name}`)).toEqual([
    'a Zoe',
    'b Zoe',
    'b Ann',
    'c Ann',
  ])
  expect({ height, leftOut }).toEqual({ height: 90, leftOut: 0 })
})

test('a picture has at most 40 topics and 40 agents', () => {
  const many = Array.from({ length: 50 }, (_, index) => topic(`t${index}`, `a${index}`))
  const { topics, agents, links, leftOut } = placeTopics(many)
  expect([topics.length, agents.length, links.length, leftOut]).toEqual([40, 40, 40, 10])
})
