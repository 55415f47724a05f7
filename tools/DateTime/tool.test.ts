import { describe, expect, test } from 'vitest'
import { Tools } from './tool.ts'

const tools = new Tools({ now: () => new Date('2026-03-29T00:59:59.500Z') })

test('the current time is given in UTC and in other time zones', () => {
  expect(tools.tool_current_date_time({})).toEqual({
    time: '2026-03-29T00:59:59+00:00',
    date: '2026-03-29',
    weekday: 'Sunday',
    time_zone: 'UTC',
    utc_offset: '+00:00',
    unix_seconds: 1774745999,
  })
  expect(tools.tool_current_date_time({ time_zone: 'America/New_York' })).toMatchObject({
    time: '2026-03-28T20:59:59-04:00',
    weekday: 'Saturday',
  })
  expect(tools.tool_current_date_time({ time_zone: 'Asia/Kathmandu' }).utc_offset).toBe('+05:45')
})

describe('converting a time', () => {
  const convert = (time: string, from_time_zone: string, to_time_zone: string) =>
    tools.tool_convert_time({ time, from_time_zone, to_time_zone }).time

  test.each([
    ['2026-01-15T09:30', 'Europe/Berlin', 'UTC', '2026-01-15T08:30:00+00:00'],
    ['2026-07-15 09:30', 'Europe/Berlin', 'UTC', '2026-07-15T07:30:00+00:00'],
    ['2026-07-15', 'Asia/Tokyo', 'America/New_York', '2026-07-14T11:00:00-04:00'],
    ['2026-07-15T09:30:00+02:00', 'Asia/Tokyo', 'UTC', '2026-07-15T07:30:00+00:00'],
    ['2026-07-15T09:30:00Z', 'Asia/Tokyo', 'UTC', '2026-07-15T09:30:00+00:00'],
    // This local time occurs twice; the first is used.
    ['2026-10-25T02:30', 'Europe/Berlin', 'UTC', '2026-10-25T00:30:00+00:00'],
  ])('%s in %s is in %s %s', (time, from, to, result) => {
    expect(convert(time, from, to)).toBe(result)
  })

  test.each([
    ['2026-03-29T02:30', 'Europe/Berlin', 'does not exist'],
    ['2026-02-30', 'UTC', 'no 2026-02-30'],
    ['tomorrow', 'UTC', 'is not a time'],
    ['2026-01-01T09:30', 'Mars/Olympus', 'is not a time zone'],
    ['2026-01-01T09:30', 'new york', 'use a name such as America/New_York'],
  ])('%s in %s is refused', (time, zone, message) => {
    expect(() => convert(time, zone, 'UTC')).toThrow(message)
  })
})

test.each([
  ['2026-01-01', '2026-03-01', { days: 59, hours: 0, minutes: 0 }],
  ['2026-01-01T10:00Z', '2026-01-01T08:30Z', { days: 0, hours: -1, minutes: -30 }],
])('the duration from %s to %s', (start, end, expected) => {
  expect(tools.tool_time_between({ start, end })).toMatchObject(expected)
})

test('a day on which the clocks are set forward has 23 hours', () => {
  const day = { start: '2026-03-29', end: '2026-03-30', time_zone: 'Europe/Berlin' }
  expect(tools.tool_time_between(day)).toMatchObject({ days: 0, hours: 23 })
})
