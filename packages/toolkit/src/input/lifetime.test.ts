import { expect, test } from 'vitest'
import { parseLifetime } from './lifetime.ts'

test.each([
  ['24h', 86_400],
  ['1 hour', 3600],
  ['1.5 days', 129_600],
  ['90 Minutes', 5400],
  ['2w', 1_209_600],
  ['never', 0],
])('%j has %d seconds', (text, seconds) => {
  expect(parseLifetime(text)).toBe(seconds)
})

test.each(['', 'two', '24', '5 months', 'h', '-1h'])('%j is no lifetime', (text) => {
  expect(parseLifetime(text)).toBeUndefined()
})
