import { expect, test } from 'vitest'
import { whyDeceptive } from './deceptive-name.ts'

test.each([
  'Sales',
  'Größe',
  'Анна',
  'Σοφία',
  '日本語 Sales',
  'Анна and Bob',
  'µ',
  '😀',
  'a.b-c_d 1',
])('%j is a name like any other', (name) => {
  expect(whyDeceptive(name)).toBeUndefined()
})

test.each([
  ['a Cyrillic letter among Latin ones', '\u0410nn', 'look-alikes'],
  ['a Greek letter among Latin ones', 'S\u03b1les', 'look-alikes'],
  ['a zero-width space', 'Sa\u200bles', 'invisible'],
  ['a zero-width joiner', 'Sales\u200d', 'invisible'],
  ['a byte order mark', '\ufeffSales', 'invisible'],
  ['a right-to-left override', '\u202eselaS', 'reordering'],
  ['a full-width letter', '\uff33ales', 'styled'],
  ['mathematical letters', '\u{1d400}nn', 'styled'],
  ['a soft hyphen', 'Sa\u00adles', 'invisible'],
])('a name with %s is deceptive', (_, name, reason) => {
  expect(whyDeceptive(name)).toContain(reason)
})
