import { expect, test } from 'vitest'
import { pageSize, readCursor, toPage } from './page.ts'

const any = () => true

test.each([
  [undefined, 100],
  [0, 1],
  [-5, 1],
  [7, 7],
  [1000, 1000],
  [1001, 1000],
])('a limit of %j makes pages of %j', (limit, size) => {
  expect(pageSize({ limit })).toBe(size)
})

test('a page knows where the next one begins, and whether there is one', () => {
  const { rows, nextCursor } = toPage(['a', 'b/+ ü', 'c'], 2, (row) => [row])
  expect(rows).toEqual(['a', 'b/+ ü'])
  expect(nextCursor).toMatch(/^[\w-]+$/)
  expect(readCursor({ cursor: nextCursor ?? '' }, any)).toEqual(['b/+ ü'])
  expect(toPage(['a', 'b'], 2, (row) => [row]).nextCursor).toBeNull()
  expect(toPage([], 2, () => []).nextCursor).toBeNull()
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  '',
  'x',
  '%%%',
  encoded('a'),
  encoded([]),
  encoded(['a', 'b']),
  encoded([1]),
  encoded(null),
])('the cursor %j is refused', (cursor) => {
  expect(() => readCursor({ cursor }, any)).toThrow("'cursor' is not a cursor")
})

test('a part that could not have come from us is refused', () => {
  expect(() => readCursor({ cursor: encoded(['a']) }, (part) => part === 'b')).toThrow(
    "'cursor' is not a cursor",
  )
})
