import { expect, test } from 'vitest'
import { fillMinutes } from './fill-minutes.ts'

test('minutes without calls count as 0', () => {
  const stats = [{ group: '2026-05-04T12:01:00Z', calls: 5, errors: 2 }]
  const [times, calls, errors] = fillMinutes(stats, new Date('2026-05-04T12:00:10Z'), 2)
  const noon = Date.parse('2026-05-04T12:00:00Z') / 1000
  expect(times).toEqual([noon, noon + 60, noon + 120])
  expect(calls).toEqual([0, 5, 0])
  expect(errors).toEqual([0, 2, 0])
})
