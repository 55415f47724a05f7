import { CronExpressionParser } from 'cron-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCron } from '../src/timing/cron.ts'
import { slowSlots } from './slow-cron.ts'

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

// Random expressions, zones and times over ten years.

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
// One day field is always `*`, because implementations disagree on two restricted ones. No field is a
// list, because cron-parser rejects repeated numbers in lists.
const simple = (low: number, high: number) => field(low, high, [], 1)
const plain = fc
  .tuple(simple(0, 59), simple(0, 23), simple(1, 28), simple(1, 12), simple(0, 6), fc.boolean())
  .map(([minute, hour, day, month, weekday, isDay]) =>
    [minute, hour, isDay ? day : '*', month, isDay ? '*' : weekday].join(' '),
  )

test('without offset changes cron-parser finds the same slots', () => {
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
const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
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

const changes = new Map<string, number[]>()

/** Days within the ten years on which the offset of `zone` changes. */
function changesOf(zone: string): number[] {
  const known = changes.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (at: number) =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const found: number[] = []
  // No zone changes its offset twice within a week.
  for (let week = START; week < START + 10 * 365 * DAY; week += 7 * DAY) {
    if (offset(week) === offset(week + 7 * DAY)) continue
    let day = week
    while (offset(day) === offset(day + DAY)) day += DAY
    found.push(day)
  }
  changes.set(zone, found)
  return found
}

test('no slot is missing or repeated, in any zone at any time', () => {
  fc.assert(
    fc.property(expressions, zones, minutes, (expression, zone, from) => {
      const to = from + 3 * DAY
      expect(fastRuns(expression, zone, from, to)).toEqual(slowSlots(expression, zone, from, to))
    }),
    { numRuns: 300 },
  )
})

test('no slot is missing or repeated at an offset change, in every zone', () => {
  fc.assert(
    fc.property(
      expressions,
      zones.filter((zone) => changesOf(zone).length > 0),
      fc.nat(),
      fc.integer({ min: 0, max: 24 * 60 }),
      (expression, zone, pick, early) => {
        const days = changesOf(zone)
        const from = (days[pick % days.length] as number) - early * 60_000
        const to = from + 3 * DAY
        expect(fastRuns(expression, zone, from, to)).toEqual(slowSlots(expression, zone, from, to))
      },
    ),
    { numRuns: 400 },
  )
})

test('slots are strictly later and on whole minutes, from any start', () => {
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
