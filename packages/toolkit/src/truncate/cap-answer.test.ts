import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isObject, parseJson, parseOwnJson, stringifyJson } from '../json/json.ts'
import { capAnswer } from './cap-answer.ts'

type Truncation = {
  part: string
  unit: 'items' | 'members' | 'characters'
  from: number
  shown: number
  total: number
  rest: string
}
type Page = Record<string, unknown> & { truncated: true; truncation: Truncation }

const sizeOf = (value: unknown) => Buffer.byteLength(stringifyJson(value))

/** One page as a caller receives it. */
const page = (answer: unknown, limit: number, from?: number): Page =>
  parseOwnJson(stringifyJson(capAnswer(answer, limit, from))) as Page

/** All pages, requested as `rest` says. */
function walk(answer: unknown, limit: number): Page[] {
  const pages: Page[] = []
  for (let from: string | undefined = '0'; from !== undefined; ) {
    const next = page(answer, limit, Number(from))
    expect(sizeOf(next)).toBeLessThanOrEqual(limit)
    expect(next.truncated).toBe(true)
    expect(next.truncation.from).toBe(Number(from))
    pages.push(next)
    from = /\?result_from=(\d+)/.exec(next.truncation.rest)?.[1]
    if (from !== undefined) expect(Number(from)).toBeGreaterThan(next.truncation.from)
  }
  return pages
}

/** The value that a JSON pointer points at. */
const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((inside, step) => (inside as Record<string, unknown>)[step], value)

function put(value: unknown, pointer: string, part: unknown): unknown {
  if (pointer === '') return part
  const parent = at(value, pointer.slice(0, pointer.lastIndexOf('/')))
  const key = pointer.slice(pointer.lastIndexOf('/') + 1)
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
  Object.defineProperty(parent, name, { value: part, enumerable: true, configurable: true })
  return value
}

const withoutAddedMembers = ({ truncated: _, truncation: __, ...rest }: Page) => rest

function join(runs: unknown[], unit: Truncation['unit']): unknown {
  if (unit === 'items') return (runs as unknown[][]).flat()
  if (unit === 'characters') return runs.join('')
  return Object.fromEntries((runs as object[]).flatMap((run) => Object.entries(run)))
}

/** The whole answer, joined from its pages. */
function whole(pages: Page[], isWrapped: boolean): unknown {
  const [first] = pages
  if (first === undefined) return undefined
  const { part, unit } = first.truncation
  const runs = pages.map((one) => at(withoutAddedMembers(one), part))
  const joined = join(runs, unit)
  if (part === '/result_json') return parseJson(joined as string)
  const answer = put(withoutAddedMembers(first), part, joined)
  return isWrapped ? (answer as { result: unknown }).result : answer
}

const isWrapped = (answer: unknown) =>
  !isObject(answer) || Object.hasOwn(answer, 'truncated') || Object.hasOwn(answer, 'truncation')

test('an answer that fits is returned unchanged', () => {
  for (const answer of [null, 0, '', false, [], {}, ['a'], { truncated: 1 }, 'x'.repeat(1022)]) {
    expect(capAnswer(answer, 1024)).toBe(answer)
  }
})

test('a list is truncated between items', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(50) }))
  const { result, truncated, truncation } = page(rows, 2048)
  expect(truncated).toBe(true)
  expect(truncation).toMatchObject({ part: '/result', unit: 'items', from: 0, total: 100 })
  expect(result).toEqual(rows.slice(0, truncation.shown))
  expect(truncation.rest).toBe(
    `Make the same call with ?result_from=${truncation.shown} added to the URL.`,
  )
  expect(sizeOf(page(rows, 2048))).toBeGreaterThan(1700)
})

test('pairs in a list stay pairs', () => {
  const pairs = Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x'.repeat(30)])
  expect(whole(walk(pairs, 1024), true)).toEqual(pairs)
})

test('a text is truncated between characters, never inside one', () => {
  const text = '😀é"\n'.repeat(1000)
  const pages = walk(text, 1024)
  for (const { result } of pages) expect((result as string).isWellFormed()).toBe(true)
  expect(whole(pages, true)).toBe(text)
  expect(page(text, 1024, 1).result).toMatch(/^😀/)
})

test('in an object the largest member is truncated and the others stay', () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({ id }))
  const pages = walk({ success: true, rows, count: 500 }, 1024)
  for (const one of pages) expect(one).toMatchObject({ success: true, count: 500 })
  expect(pages[0]?.truncation).toMatchObject({ part: '/rows', unit: 'items', total: 500 })
  expect(pages.at(-1)?.truncation.rest).toBe('This is the end.')
  expect(pages.flatMap((one) => one.rows)).toEqual(rows)
})

test('members that fit one by one stay whole', () => {
  const answer = { a: 'x'.repeat(500), b: 'y'.repeat(500), c: 'z'.repeat(500), d: 1 }
  const pages = walk(answer, 1024)
  expect(pages[0]).toMatchObject({ a: answer.a, truncation: { part: '', unit: 'members' } })
  expect(Object.assign({}, ...pages.map(withoutAddedMembers))).toEqual(answer)
})

test('a large value deep inside is truncated there', () => {
  const answer = { success: true, context: { 'acme/stage': 'x'.repeat(5000), other: 1 } }
  const [first] = walk(answer, 1024)
  expect(first).toMatchObject({
    success: true,
    context: { other: 1 },
    truncation: { part: '/context/acme~1stage', unit: 'characters', total: 5000 },
  })
})

test('two large items are truncated as JSON text', () => {
  const twoLarge = [{ text: 'x'.repeat(3000) }, { text: 'y'.repeat(3000) }]
  const pages = walk(twoLarge, 1024)
  expect(pages[0]?.truncation).toMatchObject({ part: '/result_json', unit: 'characters' })
  expect(parseJson(pages.map((one) => one.result_json).join(''))).toEqual(twoLarge)
})

test('an answer’s own member called truncated is kept', () => {
  const answer = { truncated: 'no', rows: Array.from({ length: 500 }, (_, id) => id) }
  const pages = walk(answer, 1024)
  expect(pages[0]).toMatchObject({ truncated: true, result: { truncated: 'no' } })
  expect(whole(pages, true)).toEqual(answer)
})

test('after the end there is an empty page', () => {
  expect(page(['a', 'b'], 1024, 99)).toMatchObject({
    result: [],
    truncation: { from: 2, shown: 0, total: 2, rest: 'This is the end.' },
  })
})

test.each([Number.NaN, -1, -0, Number.NEGATIVE_INFINITY])(
  'result_from %d means the start',
  (from) => {
    expect(capAnswer(['a'], 1024, from)).toEqual(['a'])
    expect(page(Array(1000).fill('a'), 1024, from).truncation.from).toBe(0)
  },
)

test('an answer that nests a thousand levels is truncated as JSON text', () => {
  let deep: unknown = 'x'.repeat(2000)
  for (let level = 0; level < 1000; level++) deep = [deep]
  const text = walk(deep, 1024)
    .map((one) => one.result_json)
    .join('')
  expect(text).toBe(stringifyJson(deep))
})

test('a stored value of a hundred levels is truncated like any other', () => {
  let deep: unknown = 1
  for (let level = 0; level < 100; level++) deep = [deep]
  const rows = Array.from({ length: 100 }, () => deep)
  const pages = walk({ success: true, context: { rows } }, 2048)
  expect(pages[0]?.truncation).toMatchObject({ part: '/context/rows', unit: 'items', total: 100 })
  expect(pages.flatMap((one) => (one.context as { rows: unknown[] }).rows)).toEqual(rows)
})

test('every page makes progress, even with the smallest limit', () => {
  const json = '"😀😀"'
  let read = ''
  while (read.length < json.length) {
    const { result_json: next } = page('😀😀', 1, read.length)
    expect(next).not.toBe('')
    read += next
  }
  expect(read).toBe(json)
})

const text = fc
  .tuple(
    fc.constantFrom('a', '"', '\\', '\n', '\u0000', 'é', '€', '😀', '\ud800', '\udc00', '/~'),
    fc.nat(2500),
  )
  .map(([piece, count]) => piece.repeat(count))
const mixed = fc.array(text, { maxLength: 3 }).map((pieces) => pieces.join(''))
const name = fc.oneof(fc.constantFrom('__proto__', 'truncated', 'a/b~c', '', '0'), fc.string())
const small = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.constant(null),
  fc.constant(parseJson('1e400')),
)
const { answer } = fc.letrec<{ answer: unknown }>((tie) => ({
  answer: fc.oneof(
    { maxDepth: 3 },
    mixed,
    fc.array(small, { minLength: 50, maxLength: 1500 }),
    fc.dictionary(name, small, { minKeys: 50, maxKeys: 300 }),
    fc.array(tie('answer'), { maxLength: 5 }),
    fc.dictionary(name, tie('answer'), { maxKeys: 5 }),
    fc.array(fc.tuple(fc.string(), small), { maxLength: 500 }),
    small,
  ),
}))

test('every page is valid JSON within the limit, and all pages together are the answer', () => {
  let truncated = 0
  fc.assert(
    fc.property(answer, fc.integer({ min: 1024, max: 4096 }), (original, limit) => {
      if (sizeOf(original) <= limit) {
        expect(capAnswer(original, limit)).toBe(original)
        return
      }
      truncated++
      const pages = walk(original, limit)
      const joined = whole(pages, isWrapped(original))
      expect(stringifyJson(joined)).toBe(stringifyJson(parseJson(stringifyJson(original))))
    }),
    { numRuns: 300 },
  )
  expect(truncated).toBeGreaterThan(50)
})

test('a large answer is truncated in time that grows with its size', () => {
  const start = process.cpuUsage()
  capAnswer(
    Array.from({ length: 200_000 }, (_, id) => ({ id })),
    262_144,
  )
  capAnswer('é'.repeat(3_000_000), 262_144)
  capAnswer(Object.fromEntries(Array.from({ length: 100_000 }, (_, id) => [`k${id}`, id])), 262_144)
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5)
})
