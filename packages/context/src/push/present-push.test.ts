import { expect, test } from 'vitest'
import { presentPush, type Routing } from './present-push.ts'

const members = (ordinal: number, number: number) =>
  Array.from({ length: number }, (_, index) => ({ ordinal, agent: `agent${index}` }))

const present = (routing: Partial<Routing>, suggestions: [string, string][] = []) =>
  presentPush(
    { topics: [], agents: [], unknownAgents: [], members: [], ...routing },
    new Map(suggestions),
  )

test('direct readers come first, and everyone is named once', () => {
  const { subscribers_notified } = present({
    topics: ['t', 'u'],
    agents: ['M', 'B'],
    members: [
      { ordinal: 1, agent: 'A' },
      { ordinal: 1, agent: 'B' },
      { ordinal: 2, agent: 'C' },
    ],
  })
  expect(subscribers_notified).toEqual(['M', 'B', 'A', 'C'])
})

test('a hundred subscribers are named; of more the reply says that there are more', () => {
  expect(present({ topics: ['t'], members: members(1, 100) })).toMatchObject({
    message: 'Context pushed to 1 topic, notified 100 subscribers',
  })
  const many = present({ topics: ['t'], members: members(1, 101) })
  expect(many.subscribers_notified).toHaveLength(100)
  expect(many).toMatchObject({
    subscribers_truncated: true,
    message: 'Context pushed to 1 topic, notified more than 100 subscribers',
  })
})

test('topics without subscribers are named, with the topic that was probably meant', () => {
  expect(present({ topics: ['t', 'u'], members: members(2, 1) })).toMatchObject({
    topics_without_subscribers: ['t'],
    message: 'Context pushed to 2 topics, notified 1 subscriber. No subscribers: t',
  })
  const nobody = present({ topics: ['saels'] }, [['saels', 'sales']])
  expect(nobody).toMatchObject({ did_you_mean: { saels: 'sales' } })
  expect(nobody.message).toBe(
    "Context pushed to 1 topic, notified 0 subscribers. No subscribers: saels (did you mean 'sales'?); nobody can read it",
  )
})

test('unknown agents are not counted as notified', () => {
  const pushed = present({ agents: ['Sale', 'Ann'], unknownAgents: ['Sale'] }, [['Sale', 'Sales']])
  expect(pushed).toMatchObject({
    subscribers_notified: ['Ann'],
    unknown_subscribers: ['Sale'],
    did_you_mean: { Sale: 'Sales' },
    message:
      "Context pushed directly, notified 1 subscriber. Unknown agents: Sale (did you mean 'Sales'?)",
  })
})

test.each(['*', 'all', 'Everyone'])('%j is no way to name all agents', (name) => {
  const { message } = present({ agents: [name], unknownAgents: [name] })
  expect(message).toMatch(/\. To reach every agent, leave out subscribers and topics$/)
})
