import { expect, test } from 'vitest'
import { toMarks } from './outage-marks.ts'

const run = (hour: number, at = hour) => ({
  schedule_id: 1,
  agent_id: 'Sales',
  scheduled_for: new Date(Date.UTC(2030, 0, 1, hour)).toISOString(),
  at: new Date(Date.UTC(2030, 0, 1, at)).toISOString(),
})

test('an outage from one to five leaves one time late and two out', () => {
  const usual = [run(1), run(2), run(3), run(6)]
  const marks = toMarks(usual, [run(1, 5), run(6)])
  expect(marks.map(({ scheduledFor, outcome }) => [scheduledFor.getUTCHours(), outcome])).toEqual([
    [1, 'later'],
    [6, 'on time'],
    [2, 'skipped'],
    [3, 'skipped'],
  ])
})

test('without deliveries there is nothing to draw', () => {
  expect(toMarks([], [])).toEqual([])
})
