import { isExactNumber } from '@quartermaster/toolkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

test.each([
  ['1500.00', 1500],
  ['$1,500.00', 1500],
  ['-$1,500.50', -1500.5],
  ['$-5', -5],
  ['+5', 5],
  ['.5', 0.5],
  ['-.5', -0.5],
  ['007', 7],
  ['0', 0],
  ['-0.00', 0],
  [' 1500\n', 1500],
  ['1e5', 100000],
  ['1.5E-3', 0.0015],
  ['1,234,567.891', 1234567.891],
  ['5.', 5],
  ['5$', 5],
  ['1,500 $', 1500],
  ['-1,500.50$', -1500.5],
  ['$ 1,500.00', 1500],
  ['-$ 5', -5],
])('%j is %d', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

test.each([
  '',
  ' ',
  '$',
  '-',
  '.',
  'N/A',
  '(500)',
  '1.234,56',
  '1.234.567',
  '12,34',
  '1,23,456',
  '1,5000',
  '0,500',
  ',500',
  '500,',
  '$$5',
  '$5$',
  '$ $',
  '5  $',
  '1 500$',
  '€5',
  '5 000',
  '1 500',
  '--5',
  '+-5',
  '$+-5',
  '- 5',
  '1_000',
  '0x10',
  '1e',
  'e5',
  '1e5.5',
  '1,500e3',
  '$1e3',
  'Infinity',
  'NaN',
  '1e999',
  '1e-999',
  '٣',
  '１５',
  '−5',
  '5%',
  'true',
  'null',
  '5\u00a0',
  '9'.repeat(401),
  `0.${'0'.repeat(398)}1`,
])('%j is not a number', (text) => {
  expect(parseNumber(text)).toBeUndefined()
})

test('digits that JavaScript cannot hold are kept', () => {
  const read = parseNumber('12345678901234567890.123456789')
  expect(isExactNumber(read) && read.rawJSON).toBe('12345678901234567890.123456789')
  const written = parseNumber('$12,345,678,901,234,567,890')
  expect(isExactNumber(written) && written.rawJSON).toBe('12345678901234567890')
})

test('every number is parsed, in plain form and with dollars and commas', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(JSON.stringify(parseNumber(String(number))))).toBe(number === 0 ? 0 : number)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const text = `$${whole.toLocaleString('en-US')}.${String(cents).padStart(2, '0')}`
      expect(parseNumber(text)).toBe(Number(`${whole}.${String(cents).padStart(2, '0')}`))
    }),
  )
})

test('every parsed number is finite and equals its text', () => {
  const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,$+-eE ') }))
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseNumber(text)
      if (read === undefined) return
      const digits = text.replace(/[$,\s]/g, '')
      expect(Number(JSON.stringify(read))).toBe(Number(digits) + 0)
      expect(Number.isFinite(Number(digits))).toBe(true)
    }),
  )
})
