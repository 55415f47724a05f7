import { ToolError } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import type { ColumnDefinition, ColumnType } from './column.ts'
import { planColumns } from './plan-columns.ts'

const plan = (...wanted: ColumnDefinition[]) => planColumns([], 0, wanted)
const reason = (wanted: ColumnDefinition[]) => {
  try {
    plan(...wanted)
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
  return undefined
}

test.each([
  [[], 'at least one'],
  [[{ name: '' }], 'Column 1 has no name'],
  [[{ name: 'a' }, { name: '   ' }], 'Column 2 has no name'],
  [[{ name: 'x'.repeat(65) }], '65 characters'],
  [[{ name: 'a\nb' }], 'control characters'],
  [[{ name: 'a\0' }], 'control characters'],
  [[{ name: 'a\ud800' }], 'control characters'],
  [[{ name: ' vendor' }], 'space'],
  [[{ name: 'Vendor' }, { name: 'vendor' }], 'twice'],
  [[{ name: 'é' }, { name: 'e\u0301' }], 'twice'],
  [[{ name: 'CONFIDENCE_SCORES' }], 'reserved'],
  [[{ name: 'valueOf' }], 'reserved'],
  [[{ name: 'a', description: '\0' }], 'cannot be stored'],
  [[{ name: 'a', renamed_from: 'b' }], 'cannot be renamed'],
])('%j is refused: %s', (definitions, message) => {
  expect(reason(definitions)).toContain(message)
})

test('a name may have 64 characters of any script, and 200 columns are allowed', () => {
  expect(reason([{ name: '😀'.repeat(64) }])).toBeUndefined()
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `column ${i}` }))
  expect(reason(many(200))).toBeUndefined()
  expect(reason(many(201))).toContain('at most 200')
  expect(reason([{ name: 'Constructor' }, { name: 'parameters' }])).toBeUndefined()
})

test('same names keep their ids and types, new ones get new ids, and no id is reused', () => {
  const first = plan({ name: 'vendor' }, { name: 'amount', type: 'number' })
  const second = planColumns(first.columns, first.lastNumber, [{ name: 'Amount' }, { name: 'tax' }])
  expect(second.columns.map(({ id, name, type }) => [id, name, type])).toEqual([
    ['c2', 'Amount', 'number'],
    ['c3', 'tax', 'text'],
  ])
  const third = planColumns(second.columns, second.lastNumber, [{ name: 'vendor' }])
  expect(third.columns[0]?.id).toBe('c4')
})

test('a renamed column keeps its id, even when two swap names', () => {
  const first = plan({ name: 'a' }, { name: 'b' })
  const swapped = planColumns(first.columns, first.lastNumber, [
    { name: 'b', renamed_from: 'a' },
    { name: 'a', renamed_from: 'b' },
  ])
  expect(swapped.columns.map(({ id }) => id)).toEqual(['c1', 'c2'])
  expect(() =>
    planColumns(first.columns, first.lastNumber, [{ name: 'a' }, { name: 'c', renamed_from: 'a' }]),
  ).toThrow("cannot both keep the data of 'a'")
})

test('the plan says which columns are retyped, and whether anything changed', () => {
  const first = plan({ name: 'a', description: 'One.' }, { name: 'b', type: 'number' })
  const again = (types: ColumnType[]) =>
    planColumns(first.columns, first.lastNumber, [
      { name: 'a', type: types[0] },
      { name: 'b', type: types[1] },
    ])
  expect(again(['text', 'number'])).toMatchObject({ isSame: true, retyped: [] })
  expect(again(['number', 'number'])).toMatchObject({ isSame: false, retyped: [{ name: 'a' }] })
})
