import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysOf, useStore } from './agents.ts'

const store = useStore()

const TEXTS: [string, string][] = [
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['blank', ' '],
  ['a NUL', 'a\0b'],
  ['control characters', '\u0001\u001f\u007f\r\n\t'],
  ['half a surrogate pair', 'a\ud800'],
  ['the other half', '\udc00b'],
  ['characters of our escape', '\u{10f7fe}\u{10f7ff}\u{10ffff}'],
  ['quotes', `'"\`; drop table context_items; --`],
  ['wildcards', '*?%_\\'],
]
const KEYS: [string, string][] = [
  ...TEXTS,
  ['1,000 characters', 'k'.repeat(1000)],
  ['1,000 wide characters', '😀'.repeat(1000)],
]
const NAMES: [string, string][] = [
  ...TEXTS,
  ['200 characters', 'k'.repeat(200)],
  ['200 wide characters', '😀'.repeat(200)],
]

test.each(KEYS)('S66 a key of %s works like any other', async (_, key) => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key, value: '1' })
  const pushed = await as('A').call('push_context', { key, value: '2' })
  expect(pushed).toMatchObject({ key, version: 2 })
  const got = await as('B').call('get_context', { keys: [key] })
  expect(got.keys_found).toEqual([key])
  expect(Object.entries(got.context)).toEqual([[key, 2]])
  expect(Object.entries((await as('B').call('get_context')).context)).toEqual([[key, 2]])
  expect(keysOf(await as('B').call('list_context'))).toEqual([key])
  expect((await as('B').call('read_changes')).changes).toMatchObject([{ key, version: 2 }])
  expect((await as('B').call('read_history', { key })).versions).toHaveLength(2)
  expect((await as('B').call('delete_context', { key })).key).toBe(key)
  expect(await as('B').sees()).toEqual({})
})

test.each(NAMES)('S66 %s can be the name of a topic and of an agent', async (_, name) => {
  const { as } = await store().workspace()
  await as(name).call('subscribe_to_topics', { topics: [name] })
  const push = { key: 'k', value: 'v', topics: [name], subscribers: [name] }
  expect((await as('A').call('push_context', push)).subscribers_notified).toEqual([name])
  expect(await as(name).sees()).toEqual({ k: 'v' })
  expect((await as(name).call('list_context')).context_keys[0].source).toBe(`topic:${name}`)
  const [topic] = (await as('A').call('discover_topics', { pattern: name.replace(/[*?]/g, '?') }))
    .topics
  expect(topic).toMatchObject({ name, subscribers: [name] })
  const deleted = await as('A').call('delete_topic', { topic: name, confirm: true })
  expect(deleted.subscribers_affected).toEqual([name])
})

test('F17 keys of more than 1,000 and names of more than 200 characters are refused', async () => {
  const { as } = await store().workspace()
  const push = { key: 'k', value: 'v' }
  const long = 'x'.repeat(201)
  for (const [input, message] of [
    [{ ...push, key: 'k'.repeat(1001) }, "'key' must have at most 1000 characters"],
    [{ ...push, topics: [long] }, "'topics[0]' must have at most 200 characters"],
    [{ ...push, subscribers: [long] }, "'subscribers[0]' must have at most 200 characters"],
  ] as const) {
    expect((await as('A').fail('push_context', input)).message).toContain(message)
  }
  expect((await as('A').fail('subscribe_to_topics', { topics: [long] })).message).toContain('200')
})

test('A20 topics whose names look like others are refused', async () => {
  const { as } = await store().workspace()
  for (const topic of ['s\u0430les', 'sa\u200bles', '\u202eselas']) {
    const push = { key: 'k', value: 'v', topics: [topic] }
    expect((await as('A').fail('push_context', push)).message).toContain('The name of topic')
    const error = await as('A').fail('subscribe_to_topics', { topics: [topic] })
    expect(error.code).toBe('invalid_input')
  }
})

test('S66 case matters in keys and in names', async () => {
  const { as } = await store().workspace()
  await as('A').call('push_context', { key: 'K', value: 'upper' })
  await as('A').call('push_context', { key: 'k', value: 'lower', subscribers: ['ghost'] })
  expect(await as('ghost').sees()).toEqual({ K: 'upper', k: 'lower' })
  expect(await as('Ghost').sees()).toEqual({ K: 'upper' })
})

test('keys with the same first 200 characters are distinct', async () => {
  const { as } = await store().workspace()
  const keys = ['a', 'b', 'c'].map((end) => 'x'.repeat(500) + end)
  for (const key of keys) await as('A').call('push_context', { key, value: key.at(-1) })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await as('B').call('list_context', {
      limit: 1,
      pattern: 'x*',
      ...(cursor && { cursor }),
    })
    found.push(...keysOf(page))
    cursor = page.next_cursor
  } while (cursor)
  expect(found.toSorted()).toEqual(keys)
  expect(keysOf(await as('B').call('list_context', { pattern: `${'x'.repeat(500)}b` }))).toEqual([
    keys[1],
  ])
  expect(keysOf(await as('B').call('list_context', { pattern: '*xc' }))).toEqual([keys[2]])
})

test('patterns match the same keys as a simple implementation', async () => {
  const { as } = await store().workspace()
  const unit = fc.constantFrom('a', 'b', '_', '%', '\\', '.', '😀', '\0', '\ud800', 'é')
  const keys = fc.sample(fc.string({ unit, minLength: 1, maxLength: 6 }), 60)
  for (const key of keys) await as('A').call('push_context', { key, value: 'v' })
  const patterns = fc.sample(
    fc.string({ unit: fc.oneof(unit, fc.constantFrom('*', '?', '*')), minLength: 1, maxLength: 5 }),
    200,
  )
  for (const pattern of patterns) {
    const expected = [...new Set(keys)].filter((key) => matches([...pattern], [...key]))
    const found = keysOf(await as('B').call('list_context', { pattern }))
    expect(found.toSorted(), pattern).toEqual(expected.toSorted())
  }
})

function matches(pattern: string[], key: string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return key.length === 0
  if (first === '*') return matches(rest, key) || (key.length > 0 && matches(pattern, key.slice(1)))
  return key.length > 0 && (first === '?' || first === key[0]) && matches(rest, key.slice(1))
}

test('a value that is nested too deeply is refused', async () => {
  const { as } = await store().workspace()
  const value = '['.repeat(100_000) + ']'.repeat(100_000)
  const error = await as('A').fail('push_context', { key: 'k', value })
  expect(error).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await as('A').sees()).toEqual({})
})

test('a large value is returned whole', async () => {
  const { as } = await store().workspace()
  const value = Array.from({ length: 50_000 }, (_, index) => ({ index, text: `"${index}"\n` }))
  await as('A').call('push_context', { key: 'k', value: JSON.stringify(value) })
  expect((await as('B').call('get_context', { keys: ['k'] })).context.k).toEqual(value)
})
