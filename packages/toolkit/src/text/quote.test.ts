import { expect, test } from 'vitest'
import { printable, quote } from './quote.ts'

test.each([
  ['acme', "'acme'"],
  ['', "''"],
  ['größer 日本語 😀', "'größer 日本語 😀'"],
  ['say "hi" \\ there', `'say "hi" \\ there'`],
  ['two\nlines\tand\r\u0000', "'two\\nlines\\tand\\r\\u0000'"],
  ['line\u2028separator', "'line\\u2028separator'"],
  ['\u202eevil', "'\\u202eevil'"],
  ['half \ud800 pair', "'half \\ud800 pair'"],
  ['a'.repeat(80), `'${'a'.repeat(80)}'`],
  ['a'.repeat(81), `'${'a'.repeat(80)}…'`],
])('%j is quoted as %s', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

test('a character of two code units is never cut in half', () => {
  expect(quote(`${'a'.repeat(79)}😀`)).toBe(`'${'a'.repeat(79)}…'`)
})

test('printable text has no quotes and its own limit', () => {
  expect(printable('acme\n')).toBe('acme\\n')
  expect(printable('abcdef', 3)).toBe('abc…')
})
