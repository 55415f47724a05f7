import { expect, test } from 'vitest'
import { useStore, type Workspace } from './agents.ts'

const store = useStore()

async function withTopic(): Promise<Workspace> {
  const workspace = await store().workspace()
  await workspace.as('B').call('subscribe_to_topics', { topics: ['t'] })
  await workspace.as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  return workspace
}

async function expectUntouched({ as }: Workspace): Promise<void> {
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect((await as('B').call('discover_topics')).total_topics).toBe(1)
}

test('S43 without confirmation nothing is deleted', async () => {
  const workspace = await withTopic()
  for (const input of [{ topic: 't' }, { topic: 't', confirm: false }]) {
    const error = await workspace.as('A').fail('delete_topic', input)
    expect(error).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(error.message).toContain('needs confirmation')
  }
  await expectUntouched(workspace)
})

test('S44 only the boolean true confirms', async () => {
  const workspace = await withTopic()
  for (const confirm of ['true', 'false', 1, null, [true]]) {
    const error = await workspace.as('A').fail('delete_topic', { topic: 't', confirm })
    expect(error.message).toContain('needs confirmation')
  }
  await expectUntouched(workspace)
})

test('S45 an unknown topic is an error, but confirmation is checked first', async () => {
  const { as } = await store().workspace()
  const unknown = await as('A').fail('delete_topic', { topic: 'nope', confirm: true })
  expect(unknown).toMatchObject({
    status: 404,
    code: 'not_found',
    message: "Topic 'nope' does not exist",
  })
  const unconfirmed = await as('A').fail('delete_topic', { topic: 'nope' })
  expect(unconfirmed.message).toContain('needs confirmation')
  expect(unconfirmed.message).not.toContain('does not exist')
})

test('S46 values pushed to this topic only are deleted, others stay', async () => {
  const { as } = await store().workspace()
  for (const agent of ['B', 'C'])
    await as(agent).call('subscribe_to_topics', { topics: ['t', 'u'] })
  await as('A').call('push_context', { key: 'k1', value: '1', topics: ['t'] })
  await as('A').call('push_context', { key: 'k2', value: '2', topics: ['t', 'u'] })
  await as('A').call('push_context', { key: 'g', value: '3' })
  expect(await as('A').call('delete_topic', { topic: 't', confirm: true })).toEqual({
    success: true,
    message: "Successfully deleted topic 't'. Removed 2 subscribers and 1 context item.",
    agent_name: 'A',
    topic: 't',
    subscribers_affected: ['B', 'C'],
    context_items_deleted: 1,
  })
  expect(await as('B').sees()).toEqual({ k2: 2, g: 3 })
  const left = await as('B').call('unsubscribe_from_topics', { topics: ['t'] })
  expect(left).toMatchObject({ topics_not_found: ['t'], remaining_subscriptions: ['u'] })
})

test('S47 a value in two topics is deleted with the second', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t', 'u', 't'] })
  expect(
    (await as('A').call('delete_topic', { topic: 't', confirm: true })).context_items_deleted,
  ).toBe(0)
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(
    (await as('A').call('delete_topic', { topic: 'u', confirm: true })).context_items_deleted,
  ).toBe(1)
  expect(await as('B').sees()).toEqual({})
})

test('a value with a named reader survives with all its readers', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'], subscribers: ['M'] })
  await as('A').call('delete_topic', { topic: 't', confirm: true })
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await as('M').sees()).toEqual({ k: 'v' })
})

test('only the current routing of a value counts', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t', 'u'] })
  await as('A').call('push_context', { key: 'k', value: '1', topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: '2', topics: ['u'] })
  expect(
    (await as('A').call('delete_topic', { topic: 't', confirm: true })).context_items_deleted,
  ).toBe(0)
  expect(await as('B').sees()).toEqual({ k: 2 })
})

test('a topic with a value exists, an empty one does not', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'], ttl: 10 })
  await as('A').call('push_context', { key: 'x', value: 'v', topics: ['v'], ttl: 10 })
  expect(
    (await as('A').call('delete_topic', { topic: 't', confirm: true })).context_items_deleted,
  ).toBe(1)
  clock.advance(10)
  for (const topic of ['t', 'v']) {
    expect((await as('A').fail('delete_topic', { topic, confirm: true })).code).toBe('not_found')
  }
})

test('the name can be used again, without the earlier values', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t', 'u'] })
  await as('A').call('delete_topic', { topic: 't', confirm: true })
  await as('C').call('subscribe_to_topics', { topics: ['t'], include_existing: true })
  expect(await as('C').sees()).toEqual({})
  const pushed = await as('A').call('push_context', { key: 'new', value: 'v', topics: ['t'] })
  expect(pushed.subscribers_notified).toEqual(['C'])
  expect(await as('B').sees()).toEqual({ k: 'v' })
})

test('S55 another workspace with the same names is not affected', async () => {
  const [one, two] = [await withTopic(), await withTopic()]
  await two.as('A').call('push_context', { key: 'k', value: 'own', topics: ['t'] })
  await one.as('A').call('delete_topic', { topic: 't', confirm: true })
  expect(await one.as('B').sees()).toEqual({})
  expect(await two.as('B').sees()).toEqual({ k: 'own' })
  expect((await two.as('A').call('discover_topics')).total_topics).toBe(1)

  await one.as('A').call('push_context', { key: 'global', value: 'word' })
  expect((await two.as('A').call('search_context', { query: 'word' })).results).toEqual([])
  expect((await two.as('A').call('read_changes')).changes).toEqual([])
  expect((await two.as('A').call('read_history', { key: 'global' })).versions).toEqual([])
  expect((await two.as('A').fail('delete_context', { key: 'global' })).code).toBe('not_found')
})

test.each(['dry_run', 'preview', 'keep_items'])(
  'a call with %s in place of the confirmation is not led to the deletion',
  async (flag) => {
    const { as } = await store().workspace()
    await as('A').call('subscribe_to_topics', { topics: ['t'] })
    const error = await as('A').fail('delete_topic', { topic: 't', [flag]: true })
    expect(error.code).toBe('invalid_input')
    expect(error.suggestion).toMatch(/^Call discover_topics/)
    expect(error.suggestion).not.toContain('confirm')
  },
)
