import { expect, test } from 'vitest'
import { findTimeZone } from './time-zone.ts'

test.each([
  'UTC',
  'Europe/Berlin',
  'US/Pacific',
  'CET',
  'EST5EDT',
  'Etc/GMT+3',
  'Asia/Kathmandu',
  'Asia/Katmandu',
  'America/Argentina/Buenos_Aires',
  'GB',
])('%s is found in any case', (name) => {
  for (const text of [name, name.toLowerCase(), name.toUpperCase()]) {
    expect(findTimeZone(text)?.name).toBe(name)
  }
})

test('the offset is right on both sides of a change', () => {
  const berlin = findTimeZone('Europe/Berlin')
  const hours = (at: string) => (berlin?.offsetAt(Date.parse(at)) ?? 0) / 3_600_000
  expect(hours('2026-03-29T00:59:59Z')).toBe(1)
  expect(hours('2026-03-29T01:00:00Z')).toBe(2)
  expect(hours('2026-07-01T00:00:00Z')).toBe(2)
})
