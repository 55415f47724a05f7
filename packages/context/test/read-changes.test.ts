import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holdTransaction, useStore } from './agents.ts'
import { Follower } from './follower.ts'

const store = useStore()

test('without a cursor everything readable is reported in order, then only what is new', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'b', value: '1' })
  await as('A').call('push_context', { key: 'a', value: '2', subscribers: ['B'] })
  await as('A').call('push_context', { key: 'other', value: '3', subscribers: ['C'] })
  const first = await as('B').call('read_changes')
  expect(first).toMatchObject({
    message: '2 changes',
    changes: [
      {
        key: 'b',
        change: 'set',
        version: 1,
        value: 1,
        written_by: 'A',
        at: '2030-01-01T00:00:00.000Z',
      },
      { key: 'a', change: 'set', version: 1, value: 2 },
    ],
    more: false,
  })
  const nothing = await as('B').call('read_changes', { cursor: first.cursor })
  expect(nothing.changes).toEqual([])
  await as('A').call('push_context', { key: 'b', value: '4' })
  const next = await as('B').call('read_changes', { cursor: nothing.cursor })
  expect(next.changes).toMatchObject([{ key: 'b', change: 'set', version: 2, value: 4 }])
  const again = await as('B').call('read_changes', { cursor: first.cursor })
  expect(again.changes).toEqual(next.changes)
})

test('a key that changed many times is reported once, with its current value', async () => {
  const { as } = await store().workspace()
  const follower = new Follower(as('B'))
  await follower.catchUp()
  for (let i = 1; i <= 5; i++) await as('A').call('push_context', { key: 'k', value: `${i}` })
  expect(await follower.catchUp()).toMatchObject([
    { key: 'k', change: 'set', version: 5, value: 5 },
  ])
})

test('a key is gone when it is pushed to others, deleted, or deleted with its topic', async () => {
  const { as } = await store().workspace()
  const follower = new Follower(as('B'))
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  for (const key of ['moved', 'deleted']) await as('A').call('push_context', { key, value: 'v' })
  await as('A').call('push_context', { key: 'ofTopic', value: 'v', topics: ['t'] })
  await follower.catchUp()

  await as('A').call('push_context', { key: 'moved', value: 'secret', subscribers: ['M'] })
  await as('A').call('delete_context', { key: 'deleted' })
  await as('A').call('delete_topic', { topic: 't', confirm: true })
  const reported = await follower.catchUp()
  expect(reported.map(({ key, change }) => [key, change])).toEqual([
    ['moved', 'gone'],
    ['deleted', 'gone'],
    ['ofTopic', 'gone'],
  ])
  expect(JSON.stringify(reported)).not.toContain('secret')
  await as('A').call('push_context', { key: 'moved', value: 'v2', subscribers: ['M'] })
  expect(await follower.catchUp()).toEqual([])
  await follower.expectExact()
})

test('keys of other agents are not reported, neither set nor gone', async () => {
  const { as } = await store().workspace()
  const follower = new Follower(as('B'))
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['M'] })
  await follower.catchUp()
  await as('A').call('delete_context', { key: 'k' })
  await as('A').call('push_context', { key: 'both', value: 'v' })
  await as('A').call('push_context', { key: 'both', value: 'v', subscribers: ['M'] })
  expect(await follower.catchUp()).toEqual([])
})

test('an expired value is reported as gone after the sweep', async () => {
  const workspace = await store().workspace()
  const { as, clock } = workspace
  const follower = new Follower(as('B'))
  await as('A').call('push_context', { key: 'k', value: 'v', ttl: 60 })
  await follower.catchUp()
  clock.advance(60)
  expect(await follower.catchUp()).toEqual([])
  await store().sweep(workspace)
  expect(await follower.catchUp()).toMatchObject([{ key: 'k', change: 'gone' }])
  await follower.expectExact()
})

test('include_existing reports each value once', async () => {
  const { as } = await store().workspace()
  const [early, late] = [new Follower(as('B')), new Follower(as('B'))]
  await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t', 'u'] })
  await early.catchUp()
  await as('B').call('subscribe_to_topics', { topics: ['t'], include_existing: true })
  expect(await early.catchUp()).toMatchObject([{ key: 'k', change: 'set', version: 1 }])
  await as('B').call('subscribe_to_topics', { topics: ['u'], include_existing: true })
  expect(await early.catchUp()).toEqual([])
  // A new follower that reads one row at a time sees the push and the reveal, and reports one change.
  expect(await late.catchUp(1)).toMatchObject([{ key: 'k', change: 'set', version: 1 }])
})

test('a key is reported as gone even if the page ends between two of its changes', async () => {
  const { as } = await store().workspace()
  const follower = new Follower(as('B'))
  for (const key of ['k', 'x']) await as('A').call('push_context', { key, value: 'v' })
  await follower.catchUp()
  await as('A').call('push_context', { key: 'x', value: 'v' })
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['M'] })
  expect(await follower.read(1)).toBe(true)
  // The change that removed the key is replaced before the reader reads it.
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['M'] })
  expect(await follower.catchUp(1)).toMatchObject([{ key: 'k', change: 'gone' }])
  await follower.expectExact()
})

test('a transaction that began first and commits last determines the result', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  const [quick, slow] = [new Follower(as('B')), new Follower(as('B'))]
  await as('A').call('push_context', { key: 'k', value: '1' })
  for (const follower of [quick, slow]) await follower.catchUp()
  const held = await holdTransaction(store(), workspace)
  await as('A').call('push_context', { key: 'k', value: '2', subscribers: ['M'] })
  expect(await quick.catchUp()).toMatchObject([{ key: 'k', change: 'gone', version: 2 }])
  await held.call('A', 'push_context', { key: 'k', value: '3' })
  expect(await quick.catchUp()).toEqual([])
  await held.commit()
  for (const follower of [quick, slow]) {
    expect(await follower.catchUp()).toMatchObject([{ key: 'k', change: 'set', version: 3 }])
    expect(await follower.catchUp()).toEqual([])
  }
})

test('a transaction that began first and deletes a key last determines the result', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  const followers = [new Follower(as('B')), new Follower(as('B'))]
  const held = await holdTransaction(store(), workspace)
  await as('A').call('push_context', { key: 'k', value: '1' })
  await followers[0]?.catchUp()
  await held.call('A', 'delete_context', { key: 'k' })
  await held.commit()
  for (const follower of followers) {
    await follower.catchUp(1)
    await follower.expectExact()
  }
})

test('a reader does not wait for an open transaction of others', async () => {
  const workspace = await store().workspace()
  const { as } = workspace
  const follower = new Follower(as('B'))
  const held = await holdTransaction(store(), workspace)
  await as('A').call('push_context', { key: 'k', value: 'v' })
  expect(await follower.catchUp()).toHaveLength(1)
  await held.rollback()
  expect(await follower.catchUp()).toEqual([])
})

test('a long feed is read in bounded pages', async () => {
  const { as } = await store().workspace()
  for (let i = 0; i < 30; i++) {
    const subscribers = Array.from({ length: 3 }, (_, agent) => `agent${(i + agent) % 6}`)
    await as('A').call('push_context', { key: `k${i % 10}`, value: `${i}`, subscribers })
  }
  for (const limit of [1, 3, 500]) {
    const follower = new Follower(as('agent1'))
    await follower.catchUp(limit)
    await follower.expectExact()
  }
})

test('changes for other readers are skipped in bounded pages', async () => {
  const { as, id } = await store().workspace()
  await as('A').call('push_context', { key: 'foreign', value: 'v', subscribers: ['M'] })
  await sql`
    insert into context_changes (workspace_id, item_id, version, kind, value_bytes, tick, audiences, generations, changed_by, changed_at)
    select workspace_id, id, version, 'pushed', 0, tick, audiences, generations, 'A', now()
    from context_items, generate_series(1, 1500)
    where workspace_id = ${id}`.execute(store().db)
  await as('A').call('push_context', { key: 'k', value: 'v' })
  const first = await as('B').call('read_changes')
  expect(first).toMatchObject({ changes: [], more: true })
  const follower = new Follower(as('B'))
  expect(await follower.catchUp()).toMatchObject([{ key: 'k', change: 'set' }])
})

test('large values are spread over pages', async () => {
  const { as } = await store().workspace()
  for (const key of ['a', 'b', 'c'])
    await as('A').call('push_context', { key, value: 'x'.repeat(90_000) })
  const first = await as('B').call('read_changes')
  expect(first.changes).toHaveLength(2)
  expect(first.more).toBe(true)
  expect((await as('B').call('read_changes', { cursor: first.cursor })).changes).toMatchObject([
    { key: 'c' },
  ])
})

test.each(['nonsense', 'bnVsbA', 'WyJ4Il0'])('the cursor %j is refused', async (cursor) => {
  const { as } = await store().workspace()
  const error = await as('A').fail('read_changes', { cursor })
  expect(error).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(error.suggestion).toContain('send the cursor of the previous answer')
})
