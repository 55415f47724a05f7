import { expect, test } from 'vitest'
import { toMarks } from './outage-marks.ts'

const run = (hour: number, at = hour) => ({
  schedule_id: 1,
  agent_id: 'Sales',
  scheduled_for: new Date(Date.UTC(2030, 0, 1, hour)).toISOString(),
  at: new Date(Date.UTC(2030, 0, 1, at)).toISOString(),
})

const all = (runs: ReturnType<typeof run>[]) => ({ runs, unfinished: [] })

test('an outage from one to five leaves one time late and two out', () => {
  const usual = [run(1), run(2), run(3), run(6)]
  const marks = toMarks(all(usual), all([run(1, 5), run(6)]))
  expect(marks.map(({ scheduledFor, outcome }) => [scheduledFor.getUTCHours(), outcome])).toEqual([
    [1, 'later'],
    [6, 'on time'],
    [2, 'skipped'],
    [3, 'skipped'],
  ])
})

test('without deliveries there is nothing to draw', () => {
  expect(toMarks(all([]), all([]))).toEqual([])
})

test('times that were not simulated after an outage are not called skipped', () => {
  const unfinished = [{ schedule_id: 1, until: run(2).at }]
  const marks = toMarks(all([run(1), run(2), run(3)]), { runs: [run(2)], unfinished })
  expect(marks.map(({ scheduledFor, outcome }) => [scheduledFor.getUTCHours(), outcome])).toEqual([
    [2, 'on time'],
    [1, 'skipped'],
  ])
})
