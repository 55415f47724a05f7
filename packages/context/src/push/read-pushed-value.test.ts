import { expect, test } from 'vitest'
import { readPushedValue } from './read-pushed-value.ts'

test.each([
  ['{"a":1}', '{"a":1}'],
  ['plain', '"plain"'],
  ['', '""'],
  ['[1,2', '"[1,2"'],
  ['"123"', '"123"'],
  [' 12 ', '12'],
  ['NaN', '"NaN"'],
  ['12345678901234567890.5', '12345678901234567890.5'],
  ['{"__proto__":1}', '{"__proto__":1}'],
  ['\ud800', '"\\ud800"'],
  ['"\\u0000"', '"\\u0000"'],
  [{ sent: 'as it is' }, '{"sent":"as it is"}'],
  [[1, '2'], '[1,"2"]'],
  [null, 'null'],
  [false, 'false'],
])('%j is stored as %s', (sent, text) => {
  expect(readPushedValue(sent).text).toBe(text)
})

test('JSON that is nested too deeply is refused, text that only looks like it is stored', () => {
  expect(() => readPushedValue('['.repeat(200) + ']'.repeat(200))).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('nested deeper'),
      // Without it, the caller would be shown a push to another key.
      suggestion: expect.stringContaining('with fewer levels'),
    }),
  )
  expect(readPushedValue('['.repeat(200)).value).toBe('['.repeat(200))
})
