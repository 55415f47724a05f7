import { expect, test } from 'vitest'
import { randomFrom } from './random-from.ts'

test('the same seed gives the same numbers, another seed others', () => {
  const numbers = (seed: number) => Array.from({ length: 5 }, randomFrom(seed).next)
  expect(numbers(7)).toEqual(numbers(7))
  expect(numbers(8)).not.toEqual(numbers(7))
})

test('numbers stay within their limits, and all of them occur', () => {
  const { below, shuffle } = randomFrom(1)
  const seen = new Set(Array.from({ length: 1000 }, () => below(10)))
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(shuffle([1, 2, 3, 4, 5]).toSorted()).toEqual([1, 2, 3, 4, 5])
})
