import { expect, test } from 'vitest'
import { listAllItems, readAnyItem } from '../src/index.ts'
import { useStore } from './agents.ts'

const store = useStore()

test('F18 the operator sees every key with its readers, even if nobody can read it', async () => {
  const { as, id, clock, register } = await store().workspace()
  const other = await store().workspace()
  await other.as('A').call('push_context', { key: 'foreign', value: 1 })
  await register('Ann')
  await as('Bob').call('subscribe_to_topics', { topics: ['sales'] })
  await as('A').call('push_context', { key: 'a', value: { n: 1 }, ttl: 60 })
  await as('A').call('push_context', { key: 'b', value: 2, topics: ['nobody'] })
  await as('B').call('push_context', {
    key: 'c',
    value: 3,
    topics: ['sales', 'gone'],
    subscribers: ['Ann', 'Ghost'],
    ttl: 0,
  })
  await as('A').call('delete_topic', { topic: 'gone', confirm: true })

  const { rows, nextCursor } = await listAllItems(store().db, id, clock.now)
  expect(nextCursor).toBeNull()
  const nobody = { everyone: false, topics: [], agents: [], unregisteredAgents: 0 }
  expect(rows).toMatchObject([
    { key: 'a', version: 1, writtenBy: 'A', readers: { ...nobody, everyone: true } },
    { key: 'b', readers: { ...nobody, topics: ['nobody'] } },
    {
      key: 'c',
      writtenBy: 'B',
      expiresAt: null,
      readers: { ...nobody, topics: ['sales', 'gone'], agents: ['Ann'], unregisteredAgents: 1 },
    },
  ])
  expect(rows[0]?.expiresAt).toEqual(new Date(clock.now.getTime() + 60_000))

  expect(await readAnyItem(store().db, id, clock.now, 'b')).toMatchObject({ key: 'b', value: 2 })
  expect(await readAnyItem(store().db, id, clock.now, 'foreign')).toBeUndefined()
  clock.advance(61)
  expect(await readAnyItem(store().db, id, clock.now, 'a')).toBeUndefined()
  expect((await listAllItems(store().db, id, clock.now)).rows).toHaveLength(2)
})

test('F18 pages and patterns work as in list_context', async () => {
  const { as, id, clock } = await store().workspace()
  const keys = ['a_1', 'ab', 'a_2', 'b\0', 'ü', 'a%']
  for (const key of keys) await as('A').call('push_context', { key, value: 1 })
  const listed: string[] = []
  let cursor: string | undefined
  do {
    const page = await listAllItems(store().db, id, clock.now, { limit: 2, cursor })
    listed.push(...page.rows.map(({ key }) => key))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(listed.toSorted()).toEqual(keys.toSorted())

  const matching = async (pattern: string) =>
    (await listAllItems(store().db, id, clock.now, { pattern })).rows.map(({ key }) => key)
  expect(await matching('a_*')).toEqual(['a_1', 'a_2'])
  expect(await matching('a?')).toEqual(['a%', 'ab'])
  expect(await matching('*')).toHaveLength(6)
})
