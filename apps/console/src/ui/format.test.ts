import { expect, test } from 'vitest'
import { formatAge, formatBytes, formatCount, formatMilliseconds } from './format.ts'

const NOW = new Date('2026-05-04T12:00:00Z')

test.each([
  ['2026-05-04T11:59:58Z', 'just now'],
  ['2026-05-04T11:59:20Z', '40s ago'],
  ['2026-05-04T11:55:00Z', '5m ago'],
  ['2026-05-04T10:00:00Z', '2h ago'],
  ['2026-05-01T12:00:00Z', '3d ago'],
  ['2026-05-04T12:00:30Z', 'in 30s'],
  ['2026-05-04T14:00:00Z', 'in 2h'],
])('%s is %s', (time, text) => {
  expect(formatAge(new Date(time), NOW)).toBe(text)
})

test('durations and sizes have the unit that fits', () => {
  expect([0.4, 12.4, 1500, 120_000].map(formatMilliseconds)).toEqual([
    '<1 ms',
    '12 ms',
    '1.5 s',
    '2 min',
  ])
  expect([10, 2048, 3 * 1024 * 1024].map(formatBytes)).toEqual(['10 B', '2.0 KB', '3.0 MB'])
})

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [1500, '1,500 rows'],
])('%s is "%s"', (value, text) => {
  expect(formatCount(value, 'row')).toBe(text)
})
