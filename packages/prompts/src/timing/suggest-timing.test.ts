import { expect, test } from 'vitest'
import { parseInterval } from './parse-interval.ts'
import {
  suggestCron,
  suggestDay,
  suggestInterval,
  suggestTime,
  suggestZone,
} from './suggest-timing.ts'

test.each([
  ['@daily', '0 0 * * *'],
  ['0 9 * *', '0 9 * * *'],
  ['0 0 9 * * MON', '0 9 * * MON'],
  ['every day at nine', '0 9 * * MON-FRI'],
  ['0 22-2 * * *', '0 22-23,0-2 * * *'],
  ['0/15 * * * *', '0-59/15 * * * *'],
  ['0 9 * * 5-1', '0 9 * * 5-6,0-1'],
  ['0 9-17/0 * * *', '0 9 * * MON-FRI'],
])('for the cron expression %j, %j is suggested', (expression, cron) => {
  expect(suggestCron(expression)).toContain(JSON.stringify({ cron }))
})

test.each([
  ['60 * * * *', "The minute (0-59) cannot be '60'."],
  ['0 25 * * *', "The hour (0-23) cannot be '25'."],
  ['0 9 * * MON-', "The day of week (0-7 or SUN-SAT) cannot be 'MON-'."],
])('of %j the wrong field is named', (expression, sentence) => {
  expect(suggestCron(expression)).toContain(sentence)
})

test('a date that never occurs gets a day that every month has', () => {
  expect(suggestDay('0 9 30 2 *')).toContain('{"cron":"0 9 28 2 *"}')
})

test.each([
  ['Berlin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['Europe/Berln', 'Europe/Berlin'],
  ['PST', 'America/Los_Angeles'],
  ['+02:00', 'Etc/GMT-2'],
  ['UTC-5', 'Etc/GMT+5'],
])('for the zone %j, %j is suggested', (text, zone) => {
  expect(suggestZone(text)).toContain(`Did you mean '${zone}'?`)
})

test('names that every object has are neither zones nor expressions', () => {
  expect(suggestZone('constructor')).toContain('Use an IANA name')
  expect(suggestZone('__proto__')).not.toContain('Did you mean')
  expect(suggestCron('constructor')).toContain('{"cron":"0 9 * * MON-FRI"}')
})

test('nothing is suggested for a zone that resembles none', () => {
  expect(suggestZone('')).not.toContain('Did you mean')
  expect(suggestZone('!')).not.toContain('Did you mean')
})

test.each([
  ['5 minutes', '5m'],
  ['1d', '24h'],
  ['1.5h', '90m'],
  ['90 sec', '90s'],
  ['0', '5m'],
  ['often', '5m'],
  ['PT15M', '15m'],
])('for the interval %j, %j is suggested', (text, every) => {
  expect(suggestInterval(text)).toContain(JSON.stringify({ every }))
  expect(parseInterval(every)).toBeDefined()
})

test('a month is not taken for a minute', () => {
  expect(suggestInterval('3 months')).not.toContain('3m')
})

test('a time that can be understood is suggested itself', () => {
  const suggestion = suggestTime('time', new Date('2026-11-18T01:00:00Z'), 'in 2 hours')
  expect(suggestion).toContain('Send {"time":"2026-11-18T03:00:00Z"}.')
})

test('a time is suggested with the current one', () => {
  const suggestion = suggestTime('start_at', new Date('2026-11-18T01:00:00Z'))
  expect(suggestion).toContain('It is 2026-11-18T01:00:00+00:00 now.')
  expect(suggestion).toContain('{"start_at":"2026-11-19T09:00:00Z"}')
})
