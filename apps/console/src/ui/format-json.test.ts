import { expect, test } from 'vitest'
import { formatJson } from './format-json.ts'

const textOf = (json: string) =>
  formatJson(json)
    .map(({ text }) => text)
    .join('')

test.each([{}, [], { a: 1, b: [true, null, 'x:"y"'], c: { d: {} } }, [[], [1, [2]]], 'plain'])(
  '%j looks as with JSON.stringify',
  (value) => {
    expect(textOf(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  },
)

test('numbers keep all their digits', () => {
  expect(textOf('{"n":12345678901234567890.10}')).toContain('12345678901234567890.10')
})

test('text that was cut off is shown as far as it goes', () => {
  expect(textOf('{"a":[1,{"b":"unfinis')).toContain('unfinis')
})
