import { readValue } from '@quartermaster/toolkit'
import { describe, expect, test } from 'vitest'
import { isName, Name } from './name.ts'

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
