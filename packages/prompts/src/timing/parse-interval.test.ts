import { expect, test } from 'vitest'
import { parseInterval } from './parse-interval.ts'

test.each([
  ['30s', 30],
  ['5m', 300],
  ['1h', 3600],
  ['45', 45],
  ['007m', 420],
  ['8784h', 31_622_400],
])('%j is %i seconds', (text, seconds) => {
  expect(parseInterval(text)).toBe(seconds)
})

test.each([
  '1d',
  '1.5h',
  '1h30m',
  '5M',
  'm',
  '5ms',
  '1e3',
  '0',
  '0s',
  '-5m',
  '1_000s',
  '+5m',
  '٣s',
  '３s',
  '',
  ' 5m',
  '5m ',
  '5 m',
  '5m\n',
  '99999999999h',
  '31622401',
  '0x10',
  'Infinity',
])('%j is refused', (text) => {
  expect(parseInterval(text)).toBeUndefined()
})
