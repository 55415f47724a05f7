import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStored, isStorable, sortKey, toStored } from './key-text.ts'

const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) })
const hardText = fc.string({
  unit: fc.constantFrom(
    '\0',
    '\ud800',
    '\udfff',
    '\u{10f7fe}',
    '\u{10f7ff}',
    '\u{10ffff}',
    'a',
    '😀',
  ),
})

test('every text can be stored, and comes back as it was', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, hardText), (text) => {
      const stored = toStored(text)
      expect(isStorable(stored)).toBe(true)
      expect(fromStored(stored)).toBe(text)
    }),
  )
})

test('two texts are never stored as one', () => {
  fc.assert(
    fc.property(hardText, hardText, (a, b) => {
      expect(toStored(a) === toStored(b)).toBe(a === b)
    }),
  )
})

test.each(['plain', 'größer', '日本語', '😀', '\u0001\u001f', '\\"\'%_'])(
  '%j is stored as it is',
  (text) => {
    expect(toStored(text)).toBe(text)
  },
)

test('what PostgreSQL cannot hold takes one character, so that ? still matches it', () => {
  expect([...toStored('a\0b')]).toHaveLength(3)
  expect([...toStored('a\ud800b')]).toHaveLength(3)
})

test('a sort key is the first 200 characters and never half of one', () => {
  expect(sortKey('short')).toBe('short')
  expect(sortKey('😀'.repeat(300))).toBe('😀'.repeat(200))
  expect(sortKey(`${'a'.repeat(199)}😀b`)).toBe(`${'a'.repeat(199)}😀`)
})
