import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Agent, useStore } from './agents.ts'

const store = useStore()

const find = async (agent: Agent, query: string): Promise<string[]> =>
  (await agent.call('search_context', { query })).results.map((hit: { key: string }) => hit.key)

test('words of keys, member names and values are found, in any case', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', {
    key: 'customer_update',
    value: '{"name":"Acme Corp","Stage":"won"}',
  })
  await as('A').call('push_context', { key: 'note', value: 'Renewal of ÄCME in Q3' })
  expect(await find(as('B'), 'ACME corp')).toEqual(['customer_update'])
  expect(await find(as('B'), 'customer')).toEqual(['customer_update'])
  expect(await find(as('B'), 'stage')).toEqual(['customer_update'])
  expect(await find(as('B'), 'äcme')).toEqual(['note'])
  expect(await find(as('B'), 'missing')).toEqual([])
})

test('a match has a snippet, its version and its writer', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', {
    key: 'k',
    value: 'the quick brown fox jumps over the lazy dog',
  })
  expect(await as('B').call('search_context', { query: 'fox' })).toMatchObject({
    message: 'Found 1 matching context item',
    total_results: 1,
    results: [
      {
        key: 'k',
        snippet: expect.stringContaining('brown fox jumps'),
        version: 1,
        written_by: 'A',
      },
    ],
  })
})

test.each(['if (a<b && c>d) acme <script>x</script> end', 'acme <b>bold</b>'])(
  'a hit shows the text as it is: %s',
  async (value) => {
    const { as } = await store().workspace()
    await as('A').call('push_context', { key: 'k', value })
    const { results } = await as('B').call('search_context', { query: 'acme' })
    expect(results[0].snippet).toBe(value)
  },
)

test('a match far inside a long value has a snippet', async () => {
  const { as } = await store().workspace()
  const value = `${'lorem ipsum '.repeat(2000)}the acme <i>renewal</i> ${'dolor '.repeat(2000)}`
  await as('A').call('push_context', { key: 'k', value })
  const { results } = await as('B').call('search_context', { query: '"acme i" -draft' })
  expect(value).toContain(results[0].snippet)
  expect(results[0].snippet).toContain('the acme <i>renewal</i> dolor')
})

test('only readable values are found', async () => {
  const { as } = await store().workspace()
  await as('B').call('subscribe_to_topics', { topics: ['t'] })
  await as('A').call('push_context', { key: 'direct', value: 'word', subscribers: ['M'] })
  await as('A').call('push_context', { key: 'topic', value: 'word', topics: ['t'] })
  expect(await find(as('B'), 'word')).toEqual(['topic'])
  expect(await find(as('M'), 'word')).toEqual(['direct'])
  expect(await find(as('A'), 'word')).toEqual([])
})

test('a replaced value is no longer found by its words', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'before' })
  await as('A').call('push_context', { key: 'k', value: 'after' })
  expect(await find(as('B'), 'before')).toEqual([])
  expect(await find(as('B'), 'after')).toEqual(['k'])
})

test('phrases, alternatives and exclusions work as in a web search', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'one', value: 'quarterly report final' })
  await as('A').call('push_context', { key: 'two', value: 'report quarterly draft' })
  expect(await find(as('B'), '"quarterly report"')).toEqual(['one'])
  expect(await find(as('B'), 'report -draft')).toEqual(['one'])
  expect((await find(as('B'), 'final OR draft')).toSorted()).toEqual(['one', 'two'])
})

test('better matches come first, up to the limit', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'far', value: `apple ${'x '.repeat(50)} pie` })
  await as('A').call('push_context', { key: 'near', value: 'apple pie' })
  expect(await find(as('B'), 'apple pie')).toEqual(['near', 'far'])
  expect((await as('B').call('search_context', { query: 'apple', limit: 1 })).results).toHaveLength(
    1,
  )
})

test.each([
  '!!!',
  '"',
  '-',
  '\0',
  '\ud800',
  "'; drop table topics --",
  ':* & | <->',
  '"unfinished',
])('the query %j is accepted', async (query) => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'k', value: 'v' })
  expect((await as('B').call('search_context', { query })).results).toEqual([])
})

test('a value of any size and with any words can be pushed', async () => {
  const { as } = await store().workspace()
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
  await as('A').call('push_context', { key: 'many', value: words })
  await as('A').call('push_context', { key: 'long', value: 'y'.repeat(2_000_000) })
  await as('A').call('push_context', { key: 'wide', value: '日本語 '.repeat(100_000) })
  expect(await find(as('B'), 'w5')).toEqual(['many'])
  expect(await find(as('B'), '日本語')).toEqual(['wide'])
})

test('A9 the words that wait for their index are limited, so that no push has to merge many', async () => {
  const { rows } = await sql<{ options: string[] }>`
    select reloptions as options from pg_class where relname = 'context_items_words'`.execute(
    store().db,
  )
  const [{ options = [] } = {}] = rows
  const limit = options.find((option) => option.startsWith('gin_pending_list_limit='))
  expect(Number(limit?.split('=')[1])).toBeLessThanOrEqual(256)
})
