import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStorable, toStorable } from './storable-text.ts'

// Any code units in any order: halves of pairs, NUL, and our own marks among them.
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xdbfc, 0xdc01),
    ),
  )
  .map((units) => String.fromCharCode(...units))

test('any text comes back equal, and can be stored', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = toStorable(text)
      expect(stored.isWellFormed()).toBe(true)
      expect(stored).not.toContain('\0')
      expect(fromStorable(stored)).toBe(text)
    }),
  )
})

test('texts that people write stay as they are', () => {
  for (const text of ['', 'Acme', 'Ünïcödé', '😀', "it's $& \\ \" ' \n\t", 'e\u0301']) {
    expect(toStorable(text)).toBe(text)
  }
})
