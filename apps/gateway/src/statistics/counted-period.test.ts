import { expect, test } from 'vitest'
import { countedPeriod, startOfMinutes } from './counted-period.ts'

const now = new Date('2026-05-04T12:34:56Z')

test('minutes are kept for at least four hours', () => {
  expect(startOfMinutes(now).toISOString()).toBe('2026-05-04T08:00:00.000Z')
})

test.each([
  ['12:00:30', '12:34:56', '12:00:00', '12:35:00'],
  ['12:00:00', '12:34:00', '12:00:00', '12:34:00'],
  ['03:20:00', '12:34:56', '03:00:00', '12:35:00'],
  ['03:20:00', '05:20:00', '03:00:00', '06:00:00'],
])('%s to %s is counted from %s to %s', (since, until, first, last) => {
  const at = (time: string) => new Date(`2026-05-04T${time}Z`)
  expect(countedPeriod({ since: at(since), until: at(until) }, now)).toEqual({
    since: at(first),
    until: at(last),
  })
})
