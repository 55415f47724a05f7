import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMATS } from './formats.ts'

const matches = (format: string, text: string) => FORMATS.get(format)?.matches(text)

test.each([
  ['date', '2024-02-29'],
  ['date', '2000-02-29'],
  ['date', '0001-01-01'],
  ['date', '9999-12-31'],
  ['date-time', '2024-02-29T23:59:59Z'],
  ['date-time', '2024-01-01t00:00:00.123456789z'],
  ['date-time', '2024-01-01 08:30:00-05:00'],
  ['time', '09:30:00Z'],
  ['time', '09:30:00.5+02:00'],
  ['email', 'ada@example.com'],
  ['email', 'first.last+tag@sub.example.co.uk'],
  ['email', 'jürgen@example.org'],
  ['uuid', '6f1c1f3e-5a0b-4c57-9d1e-2b7a3c4d5e6f'],
  ['uuid', '6F1C1F3E-5A0B-4C57-9D1E-2B7A3C4D5E6F'],
  ['uri', 'https://example.com/a?b=c#d'],
  ['uri', 'urn:isbn:0451450523'],
  ['url', 'http://localhost:8080'],
])('%s accepts %j', (format, text) => {
  expect(matches(format, text)).toBe(true)
})

test.each([
  ['date', '2024-02-30'],
  ['date', '2023-02-29'],
  ['date', '1900-02-29'],
  ['date', '2024-13-01'],
  ['date', '2024-00-10'],
  ['date', '2024-01-00'],
  ['date', '24-01-01'],
  ['date', '2024-1-1'],
  ['date', '2024-01-01 '],
  ['date', '2024-01-01\n'],
  ['date', '01/02/2024'],
  ['date', ''],
  ['date-time', '2024-02-30T00:00:00Z'],
  ['date-time', '2024-01-01'],
  ['date-time', '2024-01-01T00:00:00'],
  ['date-time', '2024-01-01T24:00:00Z'],
  ['date-time', '2024-01-01T00:60:00Z'],
  ['date-time', '2024-01-01T00:00:00+24:00'],
  ['date-time', '2024-01-01T00:00Z'],
  ['time', '9:30:00Z'],
  ['email', 'a@'],
  ['email', '@example.com'],
  ['email', 'a b@example.com'],
  ['email', 'a@b@example.com'],
  ['email', 'a\u0000@example.com'],
  ['email', `${'a'.repeat(65)}@example.com`],
  ['email', `a@${'b.'.repeat(200)}com`],
  ['uuid', '123'],
  ['uuid', '6f1c1f3e5a0b4c579d1e2b7a3c4d5e6f'],
  ['uuid', '6f1c1f3e-5a0b-4c57-9d1e-2b7a3c4d5e6g'],
  ['uri', 'example.com'],
  ['uri', '/path'],
  ['uri', 'https://example.com/a b'],
  ['uri', ' https://example.com'],
  ['uri', '\u0000https://example.com'],
  ['uri', 'https://exa\nmple.com'],
  ['uri', 'https://'],
])('%s rejects %j', (format, text) => {
  expect(matches(format, text)).toBe(false)
})

test.each([...FORMATS])(
  'the example for %s has that format',
  (_name, { matches: isRight, example }) => {
    expect(isRight(example)).toBe(true)
  },
)

test.each([...FORMATS.keys()])('a megabyte is checked quickly for %s', (format) => {
  const start = process.cpuUsage()
  for (const piece of ['a', '-', 'a.', '1', 'a@', ' ', '\u00e9']) {
    matches(format, piece.repeat(1_000_000 / piece.length))
  }
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2)
})

const digits = (least: number, most: number, length = 2) =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(length, '0'))

const date = fc
  .tuple(digits(0, 9999, 4), digits(0, 13), digits(0, 32))
  .map((parts) => parts.join('-'))
const clock = fc.tuple(digits(0, 23), digits(0, 59), digits(0, 59)).map((parts) => parts.join(':'))
const zone = fc.oneof(
  fc.constantFrom('Z', 'z', '', 'x'),
  fc
    .tuple(fc.constantFrom('+', '-'), digits(0, 24), digits(0, 60))
    .map(([sign, hours, minutes]) => {
      return `${sign}${hours}:${minutes}`
    }),
)
const time = fc
  .tuple(clock, fc.constantFrom('', '.5', '.123456', '.'), zone)
  .map((parts) => parts.join(''))
const dateTime = fc
  .tuple(date, fc.constantFrom('T', 't', ' ', '', 'x'), time)
  .map((parts) => parts.join(''))

test('dates and times are accepted and rejected as by ajv-formats', () => {
  const theirs = (format: 'date' | 'time' | 'date-time', text: string) =>
    (fullFormats[format] as { validate: (text: string) => boolean }).validate(text)
  fc.assert(
    fc.property(date, time, dateTime, (day, hour, instant) => {
      expect(matches('date', day), day).toBe(theirs('date', day))
      expect(matches('time', hour), hour).toBe(theirs('time', hour))
      expect(matches('date-time', instant), instant).toBe(theirs('date-time', instant))
    }),
    { numRuns: 2000 },
  )
})
