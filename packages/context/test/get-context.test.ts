import { callerOf, callToolAsText, findTool } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { contextToolGroup } from '../src/tool-group.ts'
import { useStore } from './agents.ts'

const store = useStore()

test('S01 without any pushes the context is empty', async () => {
  const { as } = await store().workspace()
  expect(await as('A').call('get_context')).toEqual({
    success: true,
    message: 'Retrieved 0 context items',
    agent_name: 'A',
    context: {},
    keys_requested: [],
    keys_found: [],
    versions: {},
    written_by: {},
  })
})

test('S03 a value pushed to one agent is invisible to others', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  const private_ = await as('C').call('get_context', { keys: ['k'] })
  const unknown = await as('C').call('get_context', { keys: ['x'] })
  expect(private_).toMatchObject({
    success: true,
    keys_requested: ['k'],
    keys_found: [],
    context: {},
  })
  expect({ ...private_, keys_requested: [] }).toEqual({ ...unknown, keys_requested: [] })
})

test('S04 pushing a value does not let the sender read it', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['B'] })
  expect((await as('A').call('get_context', { keys: ['k'] })).keys_found).toEqual([])
})

test('S19 an expired value is gone from get and list', async () => {
  const { as, clock } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', ttl_hours: 0.0005 })
  clock.advance(1)
  expect((await as('B').call('get_context', { keys: ['k'] })).keys_found).toEqual(['k'])
  clock.advance(1.5)
  expect((await as('B').call('get_context', { keys: ['k'] })).keys_found).toEqual([])
  expect((await as('B').call('get_context')).keys_found).toEqual([])
  expect((await as('B').call('list_context')).total_keys).toBe(0)
  expect((await as('B').call('search_context', { query: 'v' })).total_results).toBe(0)
  expect((await as('B').call('read_history', { key: 'k' })).versions).toEqual([])
})

test('S30 unknown keys are left out, repeated ones count once, and the request is echoed', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'a', value: '1' })
  const got = await as('B').call('get_context', { keys: ['a', 'zz', 'a', ''] })
  expect(got).toMatchObject({
    success: true,
    context: { a: 1 },
    keys_requested: ['a', 'zz', 'a', ''],
    keys_found: ['a'],
    versions: { a: 1 },
    written_by: { a: 'A' },
    message: 'Retrieved 1 context item',
  })
})

test('S31 an empty list of keys means everything', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'b', value: '2' })
  await as('A').call('push_context', { key: 'a', value: '1' })
  const got = await as('B').call('get_context', { keys: [] })
  expect(got).toMatchObject({ context: { a: 1, b: 2 }, keys_found: ['a', 'b'], keys_requested: [] })
})

test('S57 an agent_name argument does not change who reads', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v', subscribers: ['M'] })
  const error = await as('B').fail('get_context', { agent_name: 'M' })
  expect(error.message).toContain("Unknown parameter 'agent_name'")
  expect((await as('B').call('get_context')).context).toEqual({})
})

test('numbers keep every digit, and __proto__ is an ordinary key', async () => {
  const { as, id, clock } = await store().workspace()
  await as('A').call('push_context', {
    key: '__proto__',
    value: '{"__proto__":123456789012345678901}',
  })
  const { db } = store()
  const getContext = findTool(contextToolGroup.tools, 'get_context')
  const answer = await callToolAsText(
    getContext,
    { keys: ['__proto__'] },
    { caller: callerOf(id, 'B'), services: { db }, now: clock.now },
  )
  expect(answer).toContain('"context":{"__proto__":{"__proto__":123456789012345678901}}')
  expect(answer).toContain('"versions":{"__proto__":1}')
})

test('all keys are returned page by page, each once', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  for (let i = 0; i < 25; i++) {
    // Reachable in several ways, and still one key.
    const routing = [{}, { topics: ['t'], subscribers: ['B'] }, { subscribers: ['B'] }][i % 3]
    await as('A').call('push_context', {
      key: `key${String(i).padStart(2, '0')}`,
      value: `${i}`,
      ...routing,
    })
  }
  const pages = [await as('B').call('get_context', { limit: 10 })]
  while (pages.at(-1).next_cursor) {
    expect(pages.at(-1).message).toContain('next_cursor')
    pages.push(await as('B').call('get_context', { limit: 10, cursor: pages.at(-1).next_cursor }))
  }
  expect(pages.map((page) => page.keys_found.length)).toEqual([10, 10, 5])
  const found = pages.flatMap((page) => page.keys_found)
  expect(found).toEqual(found.toSorted())
  expect(new Set(found).size).toBe(25)
})

test('large values are spread over pages; one larger than a page gets its own', async () => {
  const { as } = await store().workspace()
  const text = 'x'.repeat(90_000)
  for (const key of ['a', 'b', 'c']) await as('A').call('push_context', { key, value: text })
  await as('A').call('push_context', { key: 'd', value: 'y'.repeat(300_000) })
  await as('A').call('push_context', { key: 'e', value: 'small' })

  const first = await as('B').call('get_context')
  const second = await as('B').call('get_context', { cursor: first.next_cursor })
  const third = await as('B').call('get_context', { cursor: second.next_cursor })
  const last = await as('B').call('get_context', { cursor: third.next_cursor })
  expect([first, second, third, last].map((page) => page.keys_found)).toEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
    ['e'],
  ])
  expect(last.next_cursor).toBeUndefined()

  const named = await as('B').call('get_context', { keys: ['e', 'd', 'a'] })
  expect(named).toMatchObject({ keys_found: ['e'], keys_remaining: ['d', 'a'] })
  expect(named.message).toContain('keys_remaining')
})

test('a foreign cursor is refused', async () => {
  const { as } = await store().workspace()
  const error = await as('A').fail('get_context', { cursor: 'nonsense' })
  expect(error).toMatchObject({ status: 400, code: 'invalid_input' })
})
