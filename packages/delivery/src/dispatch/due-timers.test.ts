import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDueTimers } from './due-timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('A7: an item whose timer fires 1 ms early is due 1 ms later', () => {
  let now = 0
  const due: number[] = []
  const clock = () => new Date(now)
  const timers = makeDueTimers<string>({ clock, onDue: () => due.push(now), limit: 10 })
  timers.add('a', new Date(100))
  now = 99
  vi.advanceTimersByTime(100)
  expect(due).toEqual([])
  now = 100
  vi.advanceTimersByTime(1)
  expect(due).toEqual([100])
})

test('no more than the limit wait, and clear drops them', () => {
  const due: string[] = []
  const timers = makeDueTimers<string>({
    clock: () => new Date(),
    onDue: (item) => due.push(item),
    limit: 2,
  })
  const at = new Date(Date.now() + 10)
  expect(['a', 'b', 'c'].map((item) => timers.add(item, at))).toEqual([true, true, false])
  timers.clear()
  vi.advanceTimersByTime(100)
  expect(due).toEqual([])
})
