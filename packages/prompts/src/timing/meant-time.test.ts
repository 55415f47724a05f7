import { expect, test } from 'vitest'
import { instantInZone, meantTime } from './meant-time.ts'

const now = new Date('2026-11-18T20:05:00Z')

test.each([
  ['in 2 hours', '2026-11-18T22:05:00.000Z'],
  ['5m', '2026-11-18T20:10:00.000Z'],
  ['+90 seconds', '2026-11-18T20:06:30.000Z'],
  ['3 days from now', '2026-11-21T20:05:00.000Z'],
  ['tomorrow 9am', '2026-11-19T09:00:00.000Z'],
  ['tomorrow at 17:30', '2026-11-19T17:30:00.000Z'],
  ['today 11 pm', '2026-11-18T23:00:00.000Z'],
  ['9:00', '2026-11-19T09:00:00.000Z'],
  ['21:15', '2026-11-18T21:15:00.000Z'],
  ['12am', '2026-11-19T00:00:00.000Z'],
  ['2090-01-01', '2090-01-01T09:00:00.000Z'],
  ['2090-01-01 9:00 PM', '2090-01-01T21:00:00.000Z'],
  ['4070908800', '2099-01-01T00:00:00.000Z'],
  [' 2090-01-01t10:00:00z ', '2090-01-01T10:00:00.000Z'],
])('%j means %s', (text, instant) => {
  expect(meantTime(text, now)?.toISOString()).toBe(instant)
})

test.each([
  '',
  'now',
  'soon',
  '9',
  '25:00',
  '13pm',
  'today 9am',
  '2090-02-30',
  '2020-01-01',
  '01/02/2090',
  '5 months',
])('%j means no time that could be suggested', (text) => {
  expect(meantTime(text, now)).toBeUndefined()
})

test('a local time has an instant in its zone', () => {
  expect(instantInZone('2090-01-01T09:00:00', 'Europe/Berlin')?.toISOString()).toBe(
    '2090-01-01T08:00:00.000Z',
  )
  expect(instantInZone('2090-01-01T09:00:00Z', 'Europe/Berlin')).toBeUndefined()
  expect(instantInZone('2090-01-01T09:00:00', 'Nowhere')).toBeUndefined()
})
