import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('a value is found by its slot until it is removed', () => {
  const slots = new Slots<string>()
  const a = slots.add('a')
  const b = slots.add('b')
  expect([slots.get(a), slots.get(b), slots.size]).toEqual(['a', 'b', 2])

  slots.remove(a)
  expect([slots.get(a), slots.get(b), slots.size]).toEqual([undefined, 'b', 1])
})

test('a slot is used again, so that the list does not grow', () => {
  const slots = new Slots<number>()
  const used = new Set<number>()
  for (let value = 0; value < 1000; value++) {
    const slot = slots.add(value)
    used.add(slot)
    slots.remove(slot)
  }
  expect(used.size).toBe(1)
})

test('values can be removed while all are visited', () => {
  const slots = new Slots<string>()
  const slotOf = new Map(['a', 'b', 'c'].map((value) => [value, slots.add(value)]))
  const visited: string[] = []
  for (const value of slots) {
    visited.push(value)
    slots.remove(slotOf.get(value) ?? -1)
  }
  expect(visited).toEqual(['a', 'b', 'c'])
  expect([...slots]).toEqual([])
})

test('find skips removed values', () => {
  const slots = new Slots<string>()
  const first = slots.add('a1')
  slots.add('a2')
  slots.remove(first)
  expect(slots.find((value) => value.startsWith('a'))).toBe('a2')
  expect(slots.find((value) => value === 'a1')).toBeUndefined()
})
