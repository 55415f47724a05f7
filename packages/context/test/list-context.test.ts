import { expect, test } from 'vitest'
import { keysOf, useStore } from './agents.ts'

const store = useStore()

test('S17 a value lasts 24 hours by default', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v' })
  clock.advance(5)
  expect(await as('B').call('list_context')).toEqual({
    success: true,
    message: 'Found 1 accessible context key',
    agent_name: 'B',
    context_keys: [
      {
        key: 'k',
        accessible: true,
        has_ttl: true,
        ttl_remaining: 86_395,
        source: 'global',
        version: 1,
        written_by: 'A',
        updated_at: '2030-01-01T00:00:00.000Z',
      },
    ],
    total_keys: 1,
  })
})

test('S18 zero hours mean that a value never expires', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', ttl_hours: 0 })
  const [entry] = (await as('B').call('list_context')).context_keys
  expect(entry.has_ttl).toBe(false)
  expect(entry).not.toHaveProperty('ttl_remaining')
  clock.advance(50 * 365 * 86_400)
  expect(await as('B').sees()).toEqual({ k: 'v' })
})

test('S32 a pattern is matched against the whole key', async () => {
  const { as } = await store().workspace()
  for (const key of ['user_1', 'user_2', 'xuser_3']) {
    await as('A').call('push_context', { key, value: 'v' })
  }
  const list = async (pattern: string) => keysOf(await as('B').call('list_context', { pattern }))
  expect(await list('user_*')).toEqual(['user_1', 'user_2'])
  expect(await list('user_?')).toEqual(['user_1', 'user_2'])
  expect(await list('nope*')).toEqual([])
})

test('S33 in a pattern a dot is a dot, and case matters', async () => {
  const { as } = await store().workspace()
  for (const key of ['a.b1', 'axb1', 'A.B1'])
    await as('A').call('push_context', { key, value: 'v' })
  expect(keysOf(await as('B').call('list_context', { pattern: 'a.b*' }))).toEqual(['a.b1'])
})

test('S34 each entry says how it reached the reader', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'g', value: 'v' })
  await as('A').call('push_context', { key: 'p', value: 'v', topics: ['t'] })
  await as('A').call('push_context', { key: 'd', value: 'v', subscribers: ['B'] })
  const { context_keys } = await as('B').call('list_context')
  expect(
    context_keys.map((entry: { key: string; source: string }) => [entry.key, entry.source]),
  ).toEqual([
    ['d', 'direct'],
    ['g', 'global'],
    ['p', 'topic:t'],
  ])
})

test('the source is the first topic of the push that the reader was subscribed to', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['z', 'a'] })
  await as('A').call('push_context', {
    key: 'k',
    value: 'v',
    topics: ['elsewhere', 'z', 'a'],
    subscribers: ['B', 'M'],
  })
  // The source stays after the topic is deleted.
  await as('B').call('delete_topic', { topic: 'z', confirm: true })
  expect((await as('B').call('list_context')).context_keys[0].source).toBe('topic:z')
  expect((await as('M').call('list_context')).context_keys[0].source).toBe('direct')
})

test('S58 an unknown argument is refused by name, with the valid ones', async () => {
  const { as } = await store().workspace()
  const error = await as('A').fail('list_context', { foo: 1 })
  expect(error).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(error.message).toBe("Unknown parameter 'foo'. Valid parameters: pattern, limit, cursor.")
})

test('pages are in key order, whatever the routing of the keys', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t', 'u'] })
  const keys = Array.from({ length: 30 }, (_, index) => `${'zyxabc'[index % 6]}${index}`)
  for (const [index, key] of keys.entries()) {
    const routing = [{}, { topics: ['t', 'u'] }, { subscribers: ['B'], topics: ['u'] }][index % 3]
    await as('A').call('push_context', { key, value: 'v', ...routing })
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await as('B').call('list_context', { limit: 7, ...(cursor && { cursor }) })
    expect(page.total_keys).toBe(page.context_keys.length)
    found.push(...keysOf(page))
    cursor = page.next_cursor
  } while (cursor)
  expect(found).toEqual(keys.toSorted())
  expect(keysOf(await as('B').call('list_context', { pattern: 'z*', limit: 3 }))).toEqual([
    'z0',
    'z12',
    'z18',
  ])
})

test('a late subscriber of a large topic sees only later pushes', async () => {
  const { as } = await store().workspace()
  await as('Early').call('subscribe_to_topics', { topics: ['t'] })
  for (let i = 0; i < 20; i++)
    await as('A').call('push_context', { key: `k${i}`, value: 'v', topics: ['t'] })
  await as('Late').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k5', value: 'again', topics: ['t'] })
  await as('Late').call('unsubscribe_from_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k6', value: 'again', topics: ['t'] })
  expect(keysOf(await as('Late').call('list_context'))).toEqual(['k5'])
  expect((await as('Early').call('list_context')).total_keys).toBe(20)
})

test.each([
  ['a pattern full of stars', '*a'.repeat(5000)],
  ['a run of stars', '*'.repeat(10_000)],
  ['stars and question marks', '*?'.repeat(5000)],
])('a listing with %s is fast', async (_, pattern) => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'a'.repeat(1000), value: 'v' })
  await as('A').call('push_context', { key: `${'a'.repeat(999)}b`, value: 'v' })
  const began = performance.now()
  await as('B').call('list_context', { pattern })
  expect(performance.now() - began).toBeLessThan(2000)
})

test('special characters of SQL have no meaning in a pattern', async () => {
  const { as } = await store().workspace()
  const keys = ['100%', '100x', 'a_b', 'axb', 'a\\b', 'a\\\\b']
  for (const key of keys) await as('A').call('push_context', { key, value: 'v' })
  const list = async (pattern: string) => keysOf(await as('B').call('list_context', { pattern }))
  expect(await list('100%')).toEqual(['100%'])
  expect(await list('?_b')).toEqual(['a_b'])
  expect(await list('a\\b')).toEqual(['a\\b'])
  expect(await list('*\\*b')).toEqual(['a\\\\b', 'a\\b'].toSorted())
})
