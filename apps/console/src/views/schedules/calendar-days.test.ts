import { expect, test } from 'vitest'
import type { Delivery } from '../../api/deliveries.ts'
import { outcomeOf, toDays } from './calendar-days.ts'

const local = (day: number, hour: number) => new Date(2030, 0, day, hour).toISOString()

const delivery = (changes: Partial<Delivery>): Delivery => ({
  id: 'd',
  schedule_id: 1,
  agent_id: 'Sales',
  prompt: 'p',
  state: 'delivered',
  kind: 'inbox',
  scheduled_for: local(1, 9),
  manual: false,
  attempts_made: 1,
  next_attempt_at: null,
  run_id: null,
  error: null,
  created_at: local(1, 9),
  ended_at: local(1, 9),
  acknowledged_at: null,
  ...changes,
})

test.each([
  [{}, 'delivered'],
  [{ ended_at: local(1, 10) }, 'late'],
  [{ created_at: local(1, 10), ended_at: local(1, 10) }, 'caught up'],
  [{ state: 'unconfirmed' }, 'failed'],
  [{ state: 'pending', ended_at: null }, 'open'],
])('a delivery with %o was %s', (changes, outcome) => {
  expect(outcomeOf(delivery(changes))).toBe(outcome)
})

test('times of one schedule and one outcome are one entry of their day', () => {
  const run = (day: number, hour: number) => ({
    schedule_id: 1,
    agent_id: 'Sales',
    at: local(day, hour),
    scheduled_for: local(day, hour),
  })
  const expected = [run(1, 18), run(1, 15), run(2, 0)]
  const days = toDays(expected, [delivery({})], new Date(2030, 0, 1, 12), 3)
  const summary = days.map(({ entries }) =>
    entries.map(({ outcome, count, first }) => [outcome, count, first.getHours()]),
  )
  expect(summary).toEqual([
    [
      ['delivered', 1, 9],
      ['expected', 2, 15],
    ],
    [['expected', 1, 0]],
    [],
  ])
})
