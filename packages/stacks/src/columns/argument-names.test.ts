import fc from 'fast-check'
import { expect, test } from 'vitest'
import { argumentNames } from './argument-names.ts'

test.each([
  [
    ['vendor', 'date'],
    ['vendor', 'date'],
  ],
  [['Invoice Date (€)'], ['Invoice_Date']],
  [
    ['Café', 'naïve — text'],
    ['Cafe', 'naive_text'],
  ],
  [
    ['日付', '金額'],
    ['column_1', 'column_2'],
  ],
  [
    ['a b', 'a_b'],
    ['a_b_2', 'a_b'],
  ],
  [
    ['a b', 'a  b', 'A-B'],
    ['a_b', 'a_b_2', 'A-B'],
  ],
  [
    ['schema_version', 'constructor!'],
    ['schema_version_2', 'constructor_2'],
  ],
  [
    ['x'.repeat(64), `${'x'.repeat(63)}é`],
    ['x'.repeat(64), `${'x'.repeat(63)}e`],
  ],
])('%j become %j', (names, keys) => {
  expect(argumentNames(names)).toEqual(keys)
})

test('every vendor accepts them, all differ, and safe names are kept', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 64 })), (names) => {
      const keys = argumentNames(names)
      for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
      expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(names.length)
    }),
  )
})
