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
])('acceptScalarAsText reads %j as the text %j', (value, text) => {
  expect(readValue(Cell, value)).toMatchObject({ value: text, problems: [] })
})

test.each([null, ['a'], { a: 1 }])('acceptScalarAsText rejects %j', (value) => {
  expect(readValue(Cell, value).problems).toMatchObject([{ kind: 'type' }])
})

test('limits apply to the text of a number, and the annotation is not in the JSON', () => {
  expect(readValue(Cell, parseJson('1'.repeat(26))).problems).toMatchObject([{ kind: 'range' }])
  expect(JSON.parse(JSON.stringify(Cell))).toEqual({ type: 'string', maxLength: 25 })
})
