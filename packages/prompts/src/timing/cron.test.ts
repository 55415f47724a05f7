import { CronExpressionParser } from 'cron-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slowRuns } from '../../test/slow-cron.ts'
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
  test('a named time that is jumped over fires at the jump, once', () => {
    const runs = runsOf('30 2 * * *', 'America/New_York', '2026-03-07T00:00:00Z', 3)
    expect(runs).toEqual(['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30'])
    const many = runsOf('*/20 2 * * *', 'America/New_York', '2026-03-08T00:00:00Z', 2)
    expect(many).toEqual(['2026-03-08T07:00', '2026-03-09T06:00'])
  })

  test('any hour goes on with the clocks', () => {
    const runs = runsOf('30 * * * *', 'America/New_York', '2026-03-08T05:45:00Z', 3)
    expect(runs).toEqual(['2026-03-08T06:30', '2026-03-08T07:30', '2026-03-08T08:30'])
  })
})

describe('when clocks go back (New York, 1 November 2026, 02:00 becomes 01:00)', () => {
  test('a named time that is shown twice fires the first time', () => {
    const runs = runsOf('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)
    expect(runs).toEqual(['2026-11-01T05:30', '2026-11-02T06:30'])
  })

  test('any hour goes on with the clocks', () => {
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
    'half an hour is jumped over',
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-03T00:00:00Z',
    '2026-10-03T15:30',
  ],
  [
    'half an hour is shown twice',
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
  ...[
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * 32 * *',
    '* * * 13 *',
  ],
  ...['* * * * 8', '*/0 * * * *', '5-1 * * * *', '@daily', '@reboot', 'L * * * *', '0 0 L * *'],
  ...['0 0 15W * *', '0 0 * * 5#2', '0 0 ? * *', 'MON * * * *', '0 0 * * JAN', '1,,2 * * * *'],
  ...['-1 * * * *', '+1 * * * *', '0x1 * * * *', '０ * * * *', '* * * *\n*', 'a'.repeat(1000)],
])('%j is no expression', (expression) => {
  expect(parseCron(expression, 'UTC')).toBeUndefined()
})

test.each([
  ...['', 'Mars/Phobos', '+02:00', 'Europe', 'Europe/Berlin ', '../etc', 'constructor'],
  ...['BST', 'PST', 'IST', 'AST', 'SST', 'ACT', 'JST', 'SystemV/PST8', 'Factory'],
])('there is no zone %j', (zone) => {
  expect(parseCron('* * * * *', zone)).toBeUndefined()
})

// Random expressions, zones and moments over ten years.

const range = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }))
    .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
const field = (low: number, high: number, names: string[] = [], most = 3) => {
  const one = fc.oneof(
    fc.integer({ min: low, max: high }).map(String),
    range(low, high),
    fc
      .tuple(range(low, high), fc.integer({ min: 1, max: Math.min(high, 9) }))
      .map(([r, step]) => `${r}/${step}`),
    ...(names.length === 0 ? [] : [fc.constantFrom(...names)]),
  )
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 2, max: 15 }).map((step) => `*/${Math.min(step, high)}`),
    },
    {
      weight: 3,
      arbitrary: fc.array(one, { minLength: 1, maxLength: most }).map((items) => items.join(',')),
    },
  )
}
// One of the two days is any, since programs disagree on what two mean that are both named; and no
// field is a list, in which the other program takes no number twice.
const simple = (low: number, high: number) => field(low, high, [], 1)
const plain = fc
  .tuple(simple(0, 59), simple(0, 23), simple(1, 28), simple(1, 12), simple(0, 6), fc.boolean())
  .map(([minute, hour, day, month, weekday, isDay]) =>
    [minute, hour, isDay ? day : '*', month, isDay ? '*' : weekday].join(' '),
  )

test('where no clocks change, another program finds the same runs', () => {
  const moments = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2036-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(plain, moments, (expression, from) => {
      const other = CronExpressionParser.parse(expression, { tz: 'UTC', currentDate: from })
      const expected = other.take(5).map((date) => date.toDate().toISOString().slice(0, 16))
      expect(runsOf(expression, 'UTC', from.toISOString(), 5)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

const expressions = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    field(1, 31),
    field(1, 12, ['JAN', 'feb', 'Mar', 'OCT', 'nov']),
    field(0, 7, ['SUN', 'mon', 'Fri']),
  )
  .map((fields) => fields.join(' '))

const DAY = 24 * 3_600_000
const START = Date.UTC(2026, 0, 1)
const ZONES = Intl.supportedValuesOf('timeZone')
const zones = fc.constantFrom(...ZONES)
const minutes = fc
  .integer({ min: 0, max: 10 * 365 * 24 * 60 })
  .map((minute) => START + minute * 60_000)

const fastRuns = (expression: string, zone: string, from: number, to: number): number[] => {
  const cron = parseCron(expression, zone)
  const runs: number[] = []
  for (
    let at = cron?.next(new Date(from));
    at !== undefined && at.getTime() <= to;
    at = cron?.next(at)
  ) {
    runs.push(at.getTime())
  }
  return runs
}

/** Days within the ten years on which the clocks of a zone change. */
const changes = new Map<string, number[]>()
function changesOf(zone: string): number[] {
  const known = changes.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (at: number) =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const found: number[] = []
  for (let at = START; at < START + 10 * 365 * DAY; at += DAY) {
    if (offset(at) !== offset(at + DAY)) found.push(at)
  }
  changes.set(zone, found)
  return found
}

test('a day of the month counts beside a weekday, at the begin of a month as well', () => {
  expect(runsOf('0 0 1,26 * 1', 'UTC', '2026-02-26T01:00:00Z', 3)).toEqual([
    '2026-03-01T00:00',
    '2026-03-02T00:00',
    '2026-03-09T00:00',
  ])
})

test('what a short month does not have takes nothing from the next one', () => {
  expect(runsOf('0 0 */5 * *', 'UTC', '2026-02-26T01:00:00Z', 2)).toEqual([
    '2026-03-01T00:00',
    '2026-03-06T00:00',
  ])
})

test('no gap and no double, in any zone at any time', () => {
  fc.assert(
    fc.property(expressions, zones, minutes, (expression, zone, from) => {
      const to = from + 3 * DAY
      expect(fastRuns(expression, zone, from, to)).toEqual(slowRuns(expression, zone, from, to))
    }),
    { numRuns: 300 },
  )
})

test('no gap and no double where clocks change, in every zone', () => {
  const changing = ZONES.filter((zone) => changesOf(zone).length > 0)
  fc.assert(
    fc.property(
      expressions,
      fc.constantFrom(...changing),
      fc.nat(),
      fc.integer({ min: 0, max: 24 * 60 }),
      (expression, zone, pick, early) => {
        const days = changesOf(zone)
        const from = (days[pick % days.length] as number) - early * 60_000
        const to = from + 3 * DAY
        expect(fastRuns(expression, zone, from, to)).toEqual(slowRuns(expression, zone, from, to))
      },
    ),
    { numRuns: 400 },
  )
})

test('runs are strictly later, on whole minutes, wherever one begins to count', () => {
  fc.assert(
    fc.property(
      expressions,
      zones,
      minutes,
      fc.integer({ min: 0, max: 59_999 }),
      (expression, zone, from, more) => {
        const cron = parseCron(expression, zone)
        const at = new Date(from + more)
        const next = cron?.next(at)
        if (next === undefined) return
        expect(next.getTime()).toBeGreaterThan(at.getTime())
        expect(next.getTime() % 60_000).toBe(0)
        expect(cron?.next(new Date(next.getTime() - 1))).toEqual(next)
      },
    ),
    { numRuns: 300 },
  )
})
