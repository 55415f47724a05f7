import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { parseJson } from '../json/json.ts'
import { acceptScalarAsText } from './annotations.ts'
import { readValue } from './read-value.ts'

const Cell = Type.String({ [acceptScalarAsText]: true, maxLength: 25 })

test.each([
  ['text', 'text'],
  [1500, '1500'],
  [-0.5, '-0.5'],
  [true, 'true'],
  [parseJson('12345678901234567890'), '12345678901234567890'],
])('as it is written, %j is the text %j', (value, text) => {
  expect(readValue(Cell, value)).toMatchObject({ value: text, problems: [] })
})

test.each([null, ['a'], { a: 1 }])('%j is no text, however it is written', (value) => {
  expect(readValue(Cell, value).problems).toMatchObject([{ kind: 'type' }])
})

test('the limits of a text hold for what is written, and no vendor sees the mark', () => {
  expect(readValue(Cell, parseJson('1'.repeat(26))).problems).toMatchObject([{ kind: 'range' }])
  expect(JSON.parse(JSON.stringify(Cell))).toEqual({ type: 'string', maxLength: 25 })
})
