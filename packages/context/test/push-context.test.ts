import { expect, test } from 'vitest'
import { useStore } from './agents.ts'

const store = useStore()

test('S02 a value pushed without routing is readable by everyone', async () => {
  const { as } = await store().workspace()
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v' })
  const got = await as('B').call('get_context', { keys: ['k'] })
  expect(got.context).toEqual({ k: 'v' })
  expect(pushed).toEqual({
    success: true,
    message: 'Context pushed globally: every agent of this workspace can read it',
    agent_name: 'A',
    key: 'k',
    version: 1,
    routing: 'global',
    topics: [],
    subscribers_notified: [],
    expires_at: '2030-01-02T00:00:00.000Z',
  })
})

test('S05 a value pushed to a topic is readable by its subscribers, not by its sender', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  expect(pushed).toMatchObject({
    routing: 'topics',
    topics: ['t'],
    subscribers_notified: ['B'],
    message: 'Context pushed to 1 topic, notified 1 subscriber',
  })
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await as('A').sees()).toEqual({})
})

test('S06 a value pushed to a topic without subscribers is readable by nobody', async () => {
  const { as } = await store().workspace()
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  expect(pushed).toMatchObject({
    success: true,
    routing: 'topics',
    subscribers_notified: [],
    topics_without_subscribers: ['t'],
  })
  expect(pushed.message).toContain('nobody can read it')
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  for (const agent of ['A', 'B', 'C']) expect(await as(agent).sees()).toEqual({})
})

test('S09 topics and subscribers together reach both', async () => {
  const { as, register } = await store().workspace()
  await register('M')
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  const pushed = await as('A').call('push_context', {
    key: 'k',
    value: 'v',
    topics: ['t'],
    subscribers: ['M'],
  })
  expect(pushed).toMatchObject({ routing: 'topics_and_direct', subscribers_notified: ['M', 'B'] })
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await as('M').sees()).toEqual({ k: 'v' })
  expect(await as('C').sees()).toEqual({})
})

test('S10 with a topic without subscribers only the named agent can read the value', async () => {
  const { as, register } = await store().workspace()
  await register('M')
  const push = { key: 'k', value: 'v', topics: ['t'], subscribers: ['M'] }
  expect((await as('A').call('push_context', push)).subscribers_notified).toEqual(['M'])
  expect(await as('M').sees()).toEqual({ k: 'v' })
  expect(await as('C').sees()).toEqual({})
})

test('S11 an agent that is reached in three ways is listed once', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t', 'u'] })
  const push = { key: 'k', value: 'v', topics: ['t', 'u', 't'], subscribers: ['B', 'B'] }
  const pushed = await as('A').call('push_context', push)
  expect(pushed).toMatchObject({ topics: ['t', 'u'], subscribers_notified: ['B'] })
})

test('F2 an agent that does not exist is not counted as notified, but can read it later', async () => {
  const { as, register } = await store().workspace()
  await register('Sales')
  await as('Subscriber').call('subscribe_to_topics', { topics: ['t'] })
  const push = { key: 'k', value: 'v', subscribers: ['Sale', 'Sales', 'Subscriber', '\0'] }
  const pushed = await as('A').call('push_context', push)
  expect(pushed).toMatchObject({
    subscribers_notified: ['Sales', 'Subscriber'],
    unknown_subscribers: ['Sale', '\0'],
    did_you_mean: { Sale: 'Sales' },
  })
  expect(pushed.message).toBe(
    "Context pushed directly, notified 2 subscribers. Unknown agents: Sale (did you mean 'Sales'?), \\u0000",
  )
  expect(await as('Sale').sees()).toEqual({ k: 'v' })
})

test('F2 an agent of another workspace is unknown', async () => {
  const { as } = await store().workspace()
  const other = await store().workspace()
  await other.register('Sales')
  const pushed = await as('A').call('push_context', {
    key: 'k',
    value: 'v',
    subscribers: ['Sales'],
  })
  expect(pushed).toMatchObject({ subscribers_notified: [], unknown_subscribers: ['Sales'] })
  expect(pushed).not.toHaveProperty('did_you_mean')
})

test('F2 a topic without subscribers names the topic that was probably meant', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['sales'] })
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v', topics: ['seles'] })
  expect(pushed).toMatchObject({
    topics_without_subscribers: ['seles'],
    did_you_mean: { seles: 'sales' },
  })
  expect(pushed.message).toContain("No subscribers: seles (did you mean 'sales'?)")
})

test('S12 empty lists of topics and subscribers mean everyone', async () => {
  const { as } = await store().workspace()
  const push = { key: 'k', value: 'v', topics: [], subscribers: [] }
  expect((await as('A').call('push_context', push)).routing).toBe('global')
  expect(await as('C').sees()).toEqual({ k: 'v' })
})

test('S13 an empty list of topics with a named agent reaches that agent only', async () => {
  const { as } = await store().workspace()
  const push = { key: 'k', value: 'v', topics: [], subscribers: ['M'] }
  expect((await as('A').call('push_context', push)).routing).toBe('direct')
  expect(await as('M').sees()).toEqual({ k: 'v' })
  expect(await as('C').sees()).toEqual({})
})

test('S14 pushing a key again replaces its value and its readers', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'old', subscribers: ['A'] })
  const again = await as('B').call('push_context', { key: 'k', value: 'new', subscribers: ['B'] })
  expect(again.version).toBe(2)
  expect(await as('A').sees()).toEqual({})
  expect(await as('B').sees()).toEqual({ k: 'new' })
})

test('S15 a global key that is pushed to one agent is no longer readable by others', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'old' })
  await as('A').call('push_context', { key: 'k', value: 'new', subscribers: ['M'] })
  expect(await as('C').sees()).toEqual({})
  expect((await as('C').call('list_context')).context_keys).toEqual([])
  expect(await as('M').sees()).toEqual({ k: 'new' })
})

test('S20 pushing again restarts the ttl', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'old', ttl: 1.8 })
  clock.advance(1.5)
  await as('A').call('push_context', { key: 'k', value: 'new' })
  clock.advance(1)
  expect(await as('B').sees()).toEqual({ k: 'new' })
})

test('S21 a negative ttl is refused and nothing is stored', async () => {
  const { as } = await store().workspace()
  const error = await as('A').fail('push_context', { key: 'k', value: 'v', ttl_hours: -1 })
  expect(error).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(error.message).toContain('ttl_hours')
  expect(await as('B').sees()).toEqual({})
})

test('S22 null hours are 24; a number as text is refused', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', ttl_hours: null })
  const [entry] = (await as('A').call('list_context')).context_keys
  expect(entry).toMatchObject({ has_ttl: true, ttl_remaining: 86_400 })
  const error = await as('A').fail('push_context', { key: 'x', value: 'v', ttl_hours: '2' })
  expect(error.message).toContain("'ttl_hours' must be a number")
})

test.each([
  ['both units', { ttl_hours: 1, ttl: 60 }],
  ['more than a hundred years', { ttl_hours: 1e9 }],
  ['seconds as text', { ttl: '60' }],
  ['not a number', { ttl: true }],
])('a time to live of %s is refused', async (_, ttl) => {
  const { as } = await store().workspace()
  const error = await as('A').fail('push_context', { key: 'k', value: 'v', ...ttl })
  expect(error.status).toBe(400)
  expect(await as('A').sees()).toEqual({})
})

test.each([
  ['S23', '{"a":1}', { a: 1 }],
  ['S24', 'plain', 'plain'],
  ['S24', '', ''],
  ['S24', '[1,2', '[1,2'],
  ['S25', '123', 123],
  ['S25', '"123"', '123'],
  ['S25', 'true', true],
  ['S25', ' 12 ', 12],
  ['S27', 'NaN', 'NaN'],
  ['S27', 'Infinity', 'Infinity'],
])('%s the value %j is read as %j', async (_, value, read) => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value })
  expect(await as('B').sees()).toEqual({ k: read })
})

test('null is a value, and a value that is not text is stored as it is', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'nothing', value: null })
  await as('A').call('push_context', { key: 'object', value: { text: '{"a":1}' } })
  expect(await as('B').sees()).toEqual({ nothing: null, object: { text: '{"a":1}' } })
})

test('S59 topics as a string are refused and nothing is stored', async () => {
  const { as } = await store().workspace()
  const error = await as('B').fail('push_context', { key: 'k', value: 'v', topics: 'abc' })
  expect(error.message).toContain("'topics' must be a list")
  expect(await as('B').sees()).toEqual({})
})

test('S60 subscribers as a string are refused, not read letter by letter', async () => {
  const { as } = await store().workspace()
  await as('A').fail('push_context', { key: 'k', value: 'v', subscribers: 'Bob' })
  for (const agent of ['B', 'o', 'b']) expect(await as(agent).sees()).toEqual({})
})

test('S61 a push without a key, or with an empty one, names the parameter', async () => {
  const { as } = await store().workspace()
  expect((await as('A').fail('push_context', { value: 'v' })).message).toContain("'key'")
  expect((await as('A').fail('push_context', { key: '', value: 'v' })).message).toContain(
    "'key' must not be empty",
  )
  expect((await as('A').fail('push_context', { key: 'k' })).message).toContain("'value'")
})

test('empty names and lists that are too long are refused', async () => {
  const { as } = await store().workspace()
  const push = { key: 'k', value: 'v' }
  expect((await as('A').fail('push_context', { ...push, topics: ['t', ''] })).message).toContain(
    'topics[1]',
  )
  const names = Array.from({ length: 1001 }, (_, index) => `agent${index}`)
  expect((await as('A').fail('push_context', { ...push, subscribers: names })).message).toContain(
    'at most 1000',
  )
})

test('a thousand topics and a thousand agents fit into one push', async () => {
  const { as, register } = await store().workspace()
  const topics = Array.from({ length: 1000 }, (_, index) => `topic${index}`)
  const subscribers = Array.from({ length: 1000 }, (_, index) => `agent${index}`)
  await register(...subscribers)
  await as('B').call('subscribe_to_topics', { topics: ['topic999'] })
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v', topics, subscribers })
  expect(pushed.subscribers_notified).toHaveLength(100)
  expect(pushed.subscribers_truncated).toBe(true)
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await as('agent999').sees()).toEqual({ k: 'v' })
  expect(await as('agent1000').sees()).toEqual({})
})

test('a push can require a version; a conflict returns the current state', async () => {
  const { as } = await store().workspace()
  const first = await as('A').call('push_context', { key: 'k', value: '{"n":1}', if_version: 0 })
  expect(first.version).toBe(1)
  await as('B').call('push_context', { key: 'k', value: '{"n":2}', if_version: 1 })

  const error = await as('A').fail('push_context', { key: 'k', value: '{"n":3}', if_version: 1 })
  expect(error).toMatchObject({
    status: 409,
    code: 'conflict',
    details: { key: 'k', current_version: 2, current_value: { n: 2 }, written_by: 'B' },
  })
  expect(error.suggestion).toContain('"if_version": 2')
  expect(await as('C').sees()).toEqual({ k: { n: 2 } })
  expect(
    (await as('A').call('push_context', { key: 'k', value: '3', if_version: 2 })).version,
  ).toBe(3)
})

test.each([[['B']], [['nobody']]])(
  'A20 if_version tells nothing about a key that the sender can neither read nor pushed (for %j)',
  async (subscribers) => {
    const { as } = await store().workspace()
    await as('B').call('push_context', { key: 'k', value: 'secret', subscribers })
    for (const if_version of [1, 2]) {
      const hidden = await as('A').fail('push_context', { key: 'k', value: 'v', if_version })
      const missing = await as('A').fail('push_context', { key: 'x', value: 'v', if_version })
      expect(hidden.message).toBe(missing.message.replace("'x'", "'k'"))
      expect(hidden.suggestion).toBe(missing.suggestion)
      expect(hidden.suggestion).toMatch(/^Push the value under another key\./)
      expect(hidden.details).toEqual({ ...missing.details, key: 'k' })
    }
    // A push without `if_version` replaces such a key, so one that expects no key does the same.
    const pushed = await as('A').call('push_context', { key: 'k', value: 'v', if_version: 0 })
    expect(pushed.success).toBe(true)
    expect(await as('B').sees()).toEqual({ k: 'v' })
  },
)

test('an agent that pushed a key to others sees its version in a conflict, but no value', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: '1', subscribers: ['B'] })
  const error = await as('A').fail('push_context', { key: 'k', value: '2', if_version: 0 })
  expect(error.details).toEqual({ key: 'k', current_version: 1, written_by: 'A' })
  expect(error.suggestion).toContain('"if_version": 1')
  expect(await as('B').sees()).toEqual({ k: 1 })
  await as('A').call('push_context', { key: 'k', value: '2', if_version: 1, subscribers: ['B'] })
  expect(await as('B').sees()).toEqual({ k: 2 })
})

test('if_version 0 matches keys that never existed and deleted ones', async () => {
  const { as, clock } = await store().workspace()
  const missing = await as('A').fail('push_context', { key: 'k', value: 'v', if_version: 3 })
  expect(missing.details).toEqual({ key: 'k', current_version: 0 })
  expect(await as('A').sees()).toEqual({})

  await as('A').call('push_context', { key: 'k', value: 'v', ttl: 1 })
  clock.advance(1)
  expect((await as('A').fail('push_context', { key: 'k', value: 'v', if_version: 1 })).status).toBe(
    409,
  )
  expect(
    (await as('A').call('push_context', { key: 'k', value: 'v', if_version: 0 })).version,
  ).toBe(2)
  await as('A').call('delete_context', { key: 'k' })
  expect(
    (await as('A').call('push_context', { key: 'k', value: 'v', if_version: 0 })).version,
  ).toBe(4)
})

test('a push that ends in a conflict creates no topics', async () => {
  const { as, id } = await store().workspace()
  await as('A').fail('push_context', { key: 'k', value: 'v', topics: ['new'], if_version: 5 })
  const topics = await store().db.selectFrom('topics').where('workspace_id', '=', id).execute()
  expect(topics).toEqual([])
})
