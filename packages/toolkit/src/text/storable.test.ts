import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStorable, isStorable, toStorable } from './storable.ts'

const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) })
const hardText = fc.string({
  unit: fc.constantFrom(
    '\0',
    '\ud800',
    '\udbff',
    '\udc00',
    '\udfff',
    'a',
    '😀',
    '\u{10f000}',
    '\u{10f001}',
    '\u{10f7fe}',
    '\u{10f7ff}',
    '\u{10f800}',
    '\u{10ffff}',
  ),
})

test('every text can be stored, and is read back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, hardText), (text) => {
      const stored = toStorable(text)
      expect(isStorable(stored)).toBe(true)
      expect(fromStorable(stored)).toBe(text)
    }),
  )
})

test('different texts are stored as different texts', () => {
  fc.assert(
    fc.property(hardText, hardText, (a, b) => {
      expect(toStorable(a) === toStorable(b)).toBe(a === b)
    }),
  )
})

test.each(['', 'plain', 'größer', '日本語', '😀', 'e\u0301', '\u0001\u001f', '\\"\'%_$&\n'])(
  '%j is stored as it is',
  (text) => {
    expect(toStorable(text)).toBe(text)
  },
)

test('each unstorable character takes one character, so that ? still matches it', () => {
  expect([...toStorable('a\0b')]).toHaveLength(3)
  expect([...toStorable('a\ud800b')]).toHaveLength(3)
})

test.each([
  ['a\u{10f000}b', 'a\0b'],
  ['\u{10f800}', '\ud800'],
  ['\u{10f001}\u{10f000}', '\u{10f000}'],
  ['\u{10f001}\u{10ffff}', '\u{10ffff}'],
])('%j, stored by the earlier encoding of tables, is still read', (stored, text) => {
  expect(fromStorable(stored)).toBe(text)
})
