import { describe, expect, test } from 'vitest'
import { parseCron } from './cron.ts'

const runsOf = (expression: string, zone: string, from: string, count: number): string[] => {
  const cron = parseCron(expression, zone)
  const runs: string[] = []
  for (let at = new Date(from); runs.length < count; ) {
    const next = cron?.next(at)
    if (next === undefined) break
    runs.push(next.toISOString().slice(0, 16))
    at = next
  }
  return runs
}

describe('when clocks go forward (New York, 8 March 2026, 02:00 becomes 03:00)', () => {
  test('a skipped time of day fires once, at the change', () => {
    const runs = runsOf('30 2 * * *', 'America/New_York', '2026-03-07T00:00:00Z', 3)
    expect(runs).toEqual(['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30'])
    const many = runsOf('*/20 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z', 2)
    expect(many).toEqual(['2026-03-08T07:00', '2026-03-09T06:00'])
  })

  test('an hour field that begins with * follows the wall clock', () => {
    const runs = runsOf('30 * * * *', 'America/New_York', '2026-03-08T05:45:00Z', 3)
    expect(runs).toEqual(['2026-03-08T06:30', '2026-03-08T07:30', '2026-03-08T08:30'])
  })
})

describe('when clocks go back (New York, 1 November 2026, 02:00 becomes 01:00)', () => {
  test('a repeated time of day fires the first time', () => {
    const runs = runsOf('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)
    expect(runs).toEqual(['2026-11-01T05:30', '2026-11-02T06:30'])
  })

  test('an hour field that begins with * follows the wall clock', () => {
    const runs = runsOf('30 * * * *', 'America/New_York', '2026-11-01T04:45:00Z', 3)
    expect(runs).toEqual(['2026-11-01T05:30', '2026-11-01T06:30', '2026-11-01T07:30'])
  })
})

test.each([
  [
    'midnight does not exist',
    '0 0 * * *',
    'America/Santiago',
    '2026-09-05T12:00:00Z',
    '2026-09-06T04:00',
  ],
  [
    'half an hour is skipped',
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-03T00:00:00Z',
    '2026-10-03T15:30',
  ],
  [
    'half an hour is repeated',
    '45 1 * * *',
    'Australia/Lord_Howe',
    '2026-04-04T00:00:00Z',
    '2026-04-04T14:45',
  ],
])('%s', (_what, expression, zone, from, run) => {
  expect(runsOf(expression, zone, from, 1)).toEqual([run])
})

test.each([
  [
    '0 9 * * FRI-SUN',
    ['2026-01-02T09:00', '2026-01-03T09:00', '2026-01-04T09:00', '2026-01-09T09:00'],
  ],
  [
    '0 9 * * SUN-SUN',
    ['2026-01-04T09:00', '2026-01-11T09:00', '2026-01-18T09:00', '2026-01-25T09:00'],
  ],
  [
    '0 9 13 * FRI',
    ['2026-01-02T09:00', '2026-01-09T09:00', '2026-01-13T09:00', '2026-01-16T09:00'],
  ],
  ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00', '2040-02-29T00:00']],
])('%s', (expression, runs) => {
  expect(runsOf(expression, 'UTC', '2026-01-01T00:00:00Z', 4)).toEqual(runs)
})

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '5-1 * * * *',
  '@daily',
  '@reboot',
  'L * * * *',
  '0 0 L * *',
  '0 0 15W * *',
  '0 0 * * 5#2',
  '0 0 ? * *',
  'MON * * * *',
  '0 0 * * JAN',
  '1,,2 * * * *',
  '-1 * * * *',
  '+1 * * * *',
  '0x1 * * * *',
  '０ * * * *',
  '* * * *\n*',
  'a'.repeat(1000),
])('%j is not an expression', (expression) => {
  expect(parseCron(expression, 'UTC')).toBeUndefined()
})

test.each([
  '',
  'Mars/Phobos',
  '+02:00',
  'Europe',
  'Europe/Berlin ',
  '../etc',
  'constructor',
  'BST',
  'PST',
  'IST',
  'AST',
  'SST',
  'ACT',
  'JST',
  'SystemV/PST8',
  'Factory',
])('there is no zone %j', (zone) => {
  expect(parseCron('* * * * *', zone)).toBeUndefined()
})

test('a day of the month or a weekday is enough, also at the start of a month', () => {
  expect(runsOf('0 0 1,26 * 1', 'UTC', '2026-02-26T01:00:00Z', 3)).toEqual([
    '2026-03-01T00:00',
    '2026-03-02T00:00',
    '2026-03-09T00:00',
  ])
})

test('a day that a short month does not have does not move to the next one', () => {
  expect(runsOf('0 0 */5 * *', 'UTC', '2026-02-26T01:00:00Z', 2)).toEqual([
    '2026-03-01T00:00',
    '2026-03-06T00:00',
  ])
})
