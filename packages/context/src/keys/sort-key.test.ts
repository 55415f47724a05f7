import { expect, test } from 'vitest'
import { sortKey } from './sort-key.ts'

test('a text is sorted by its first 200 characters, none of them cut in half', () => {
  expect(sortKey('plain')).toBe('plain')
  expect(sortKey('x'.repeat(201))).toBe('x'.repeat(200))
  expect(sortKey('😀'.repeat(150))).toBe('😀'.repeat(150))
  expect(sortKey('😀'.repeat(250))).toBe('😀'.repeat(200))
})
