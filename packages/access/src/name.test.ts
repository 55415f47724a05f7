import { readValue } from '@quartermaster/toolkit'
import { describe, expect, test } from 'vitest'
import { checkNewName, isName, Name } from './name.ts'

const good = [
  'a',
  'Sales',
  'Köln / Süd',
  '研究',
  'x'.repeat(200),
  '🛒'.repeat(200),
  ' spaced ',
  '...',
  '.a',
  '..a',
  'a.',
]
const bad = ['', 'x'.repeat(201), 'a\u0000b', 'a\nb', 'a\u007f', 'a\u0085', '.', '..']

const fitsSchema = (text: string) => readValue(Name, text).problems.length === 0

describe('a name', () => {
  test.each(good)('may be %j', (text) => {
    expect(isName(text)).toBe(true)
    expect(fitsSchema(text)).toBe(true)
  })

  test.each(bad)('may not be %j', (text) => {
    expect(isName(text)).toBe(false)
    expect(fitsSchema(text)).toBe(false)
  })
})

test.each([' ', 'Sales ', ' Sales', 'Sales\u00a0'])('%j is refused as a new name', (text) => {
  expect(() => checkNewName('agent', text)).toThrow('begins or ends with a space')
})
