import { expect, test } from 'vitest'
import { useStore } from '../../test/agents.ts'

const store = useStore()

test('S02 a value pushed without routing is there for everyone', async () => {
  const { as } = await store().workspace()
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v' })
  const got = await as('B').call('get_context', { keys: ['k'] })
  expect(got.context).toEqual({ k: 'v' })
  expect(pushed).toMatchObject({ success: true, key: 'k', version: 1, routing: 'global', topics: [] })
})

test('S05 a value pushed to a topic is there for its subscribers and not for its sender', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  const pushed = await as('A').call('push_context', { key: 'k', value: 'v', topics: ['t'] })
  expect(pushed).toMatchObject({ routing: 'topics', topics: ['t'], subscribers_notified: ['B'] })
  expect(await as('B').sees()).toEqual({ k: 'v' })
  expect(await as('A').sees()).toEqual({})
  console.log(await as('B').call('read_changes'), await as('B').call('list_context'), await as('B').call('search_context', {query:'v'}), await as('B').call('read_history', {key:'k'}), await as('B').call('discover_topics'), await as('B').call('unsubscribe_from_topics',{topics:['t','x']}), await as('B').call('delete_context',{key:'k'}), await as('B').call('read_changes'), await as('A').fail('delete_topic',{topic:'t',confirm:true}), await store().sweep(await store().workspace()))
})
