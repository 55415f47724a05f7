import { expect, test } from 'vitest'
import { durationClass } from './duration-class.ts'

test.each([
  [0, 0],
  [0.25, 0],
  [0.26, 1],
  [0.5, 4],
  [0.51, 5],
  [1, 8],
  [1000, 48],
  [10_000_000, 80],
])('%d ms belong to class %d', (milliseconds, expected) => {
  expect(durationClass(milliseconds)).toBe(expected)
})
