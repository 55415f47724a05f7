import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useStore } from './agents.ts'

const store = useStore()

test('subscribing adds topics and tells new from existing ones', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['sales', 'customers'] })
  expect(
    await as('B').call('subscribe_to_topics', { topics: ['sales', 'customers', 'leads'] }),
  ).toEqual({
    success: true,
    message: 'Successfully subscribed to 3 topics (1 new, 2 existing)',
    agent_name: 'B',
    topics_subscribed: ['sales', 'customers', 'leads'],
    new_subscriptions: ['leads'],
    existing_subscriptions: ['sales', 'customers'],
    total_subscriptions: 3,
  })
})

test('S37 a topic named twice is one subscription', async () => {
  const { as } = await store().workspace()
  const subscribed = await as('B').call('subscribe_to_topics', { topics: ['d', 'd'] })
  expect(subscribed).toMatchObject({
    topics_subscribed: ['d'],
    new_subscriptions: ['d'],
    total_subscriptions: 1,
  })
  const { topics } = await as('A').call('discover_topics')
  expect(topics).toEqual([
    { name: 'd', subscriber_count: 1, subscribers: ['B'], recent_activity: false },
  ])
})

test('an empty list changes nothing', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['s'] })
  expect(await as('B').call('subscribe_to_topics', { topics: [] })).toMatchObject({
    topics_subscribed: [],
    total_subscriptions: 1,
  })
  expect(await as('B').call('unsubscribe_from_topics', { topics: [] })).toMatchObject({
    topics_unsubscribed: [],
    remaining_subscriptions: ['s'],
  })
})

test('S38 unsubscribing from a topic without a subscription is not an error', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['s'] })
  await as('C').call('subscribe_to_topics', { topics: ['x'] })
  expect(await as('B').call('unsubscribe_from_topics', { topics: ['x'] })).toMatchObject({
    success: true,
    topics_unsubscribed: [],
    topics_not_found: ['x'],
    remaining_subscriptions: ['s'],
  })
})

test('S39 unsubscribing returns the ended, unknown and remaining subscriptions', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['s', 'u'] })
  expect(await as('B').call('unsubscribe_from_topics', { topics: ['s', 'x', 's'] })).toEqual({
    success: true,
    message: 'Successfully unsubscribed from: s. Remaining subscriptions: u',
    agent_name: 'B',
    topics_unsubscribed: ['s'],
    topics_not_found: ['x'],
    remaining_subscriptions: ['u'],
    total_subscriptions: 1,
  })
})

test('S40 a topic without subscribers is not listed', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  expect((await as('A').call('discover_topics')).topics).toEqual([])
})

test('S41 the topics with the most subscribers come first', async () => {
  const { as } = await store().workspace()
  for (const agent of ['A', 'B', 'C'])
    await as(agent).call('subscribe_to_topics', { topics: ['y'] })
  for (const agent of ['A', 'B']) await as(agent).call('subscribe_to_topics', { topics: ['z'] })
  await as('C').call('subscribe_to_topics', { topics: ['x'] })
  expect(await as('M').call('discover_topics')).toEqual({
    success: true,
    message: 'Found 3 available topics',
    agent_name: 'M',
    topics: [
      { name: 'y', subscriber_count: 3, subscribers: ['A', 'B', 'C'], recent_activity: false },
      { name: 'z', subscriber_count: 2, subscribers: ['A', 'B'], recent_activity: false },
      { name: 'x', subscriber_count: 1, subscribers: ['C'], recent_activity: false },
    ],
    total_topics: 3,
  })
})

test('S42 topics can be filtered by a pattern', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['sales_us', 'ops', 'sales_eu'] })
  const { topics } = await as('A').call('discover_topics', { pattern: 'sales*' })
  expect(topics.map((topic: { name: string }) => topic.name)).toEqual(['sales_eu', 'sales_us'])
})

test('topics are returned page by page', async () => {
  const { as } = await store().workspace()
  const names = ['a', 'b', 'c', 'd', 'e']
  await as('B').call('subscribe_to_topics', { topics: names })
  await as('C').call('subscribe_to_topics', { topics: ['d', 'e'] })
  const first = await as('A').call('discover_topics', { limit: 3 })
  const second = await as('A').call('discover_topics', { limit: 3, cursor: first.next_cursor })
  expect([...first.topics, ...second.topics].map((topic) => topic.name)).toEqual([
    'd',
    'e',
    'a',
    'b',
    'c',
  ])
  expect(first.message).toContain('next_cursor')
  expect(second.next_cursor).toBeUndefined()
})

test('recent_activity means a push in the last 24 hours', async () => {
  const { as, clock } = await store().workspace()
  const isActive = async () => (await as('B').call('discover_topics')).topics[0].recent_activity
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  expect(await isActive()).toBe(false)
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  clock.advance(86_399)
  expect(await isActive()).toBe(true)
  clock.advance(1)
  expect(await isActive()).toBe(false)
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  expect(await isActive()).toBe(true)
})

test('readers are fixed by the push: later subscriptions change nothing', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  await as('C').call('subscribe_to_topics', { topics: ['t'] })
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await as('C').sees()).toEqual({})
})

test('an agent that subscribes again reads earlier and later pushes, not those between', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'before', value: 'v', topics: ['t'] })
  await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'between', value: 'v', topics: ['t'] })
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'after', value: 'v', topics: ['t'] })
  expect(await as('B').sees()).toEqual({ before: 'v', after: 'v' })
})

test('include_existing makes the values of the topic readable', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k1', value: 'v', topics: ['t'] })
  await as('A').call('push_context', { key: 'k2', value: 'v', topics: ['t', 'u'] })
  await as('A').call('push_context', { key: 'short', value: 'v', topics: ['t'], ttl: 1 })
  await as('A').call('push_context', { key: 'other', value: 'v', topics: ['u'] })
  clock.advance(2)
  const subscribed = await as('B').call('subscribe_to_topics', {
    topics: ['t'],
    include_existing: true,
  })
  expect(subscribed).toMatchObject({ new_subscriptions: ['t'], values_revealed: 2 })
  expect(subscribed.message).toContain('2 stored values became readable')
  expect(await as('B').sees()).toEqual({ k1: 'v', k2: 'v' })
})

test('include_existing works for existing subscriptions and reveals each value once', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'old', value: 'v', topics: ['t'] })
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'new', value: 'v', topics: ['t'] })
  const subscribe = { topics: ['t'], include_existing: true }
  expect(await as('B').call('subscribe_to_topics', subscribe)).toMatchObject({
    new_subscriptions: [],
    existing_subscriptions: ['t'],
    values_revealed: 1,
  })
  expect(await as('B').sees()).toEqual({ new: 'v', old: 'v' })
  expect((await as('B').call('subscribe_to_topics', subscribe)).values_revealed).toBe(0)
})

test('a push lists at most a hundred subscribers', async () => {
  const { as } = await store().workspace()
  for (let i = 0; i < 101; i++) await as(`agent${i}`).call('subscribe_to_topics', { topics: ['t'] })
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  expect(pushed.subscribers_notified).toHaveLength(100)
  expect(pushed).toMatchObject({ subscribers_truncated: true })
  const [topic] = (await as('A').call('discover_topics')).topics
  expect(topic).toMatchObject({ subscriber_count: 101 })
  expect(topic.subscribers).toHaveLength(100)
  expect(await as('agent100').sees()).toEqual({ k: 'v' })
})

test('topics with long names are spread over pages', async () => {
  const { as, id } = await store().workspace()
  const names = ['a', 'b', 'c']
  await as('B').call('subscribe_to_topics', { topics: names })
  // Longer names than calls may give now are still in databases of earlier versions.
  await sql`update topics set name = repeat(name, 90000) where workspace_id = ${id}`.execute(
    store().db,
  )
  const first = await as('A').call('discover_topics')
  const second = await as('A').call('discover_topics', { cursor: first.next_cursor })
  expect([first.total_topics, second.total_topics]).toEqual([2, 1])
})
