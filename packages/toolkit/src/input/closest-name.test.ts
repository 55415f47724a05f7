import { expect, test } from 'vitest'
import { closestName } from './closest-name.ts'

test.each([
  ['vendr', 'vendor'],
  ['VENDOR', 'vendor'],
  ['vendor_name', 'vendor'],
  ['q', 'query'],
  ['max_result', 'max_results'],
  ['results', 'max_results'],
  ['dat', 'date'],
])('%j is taken for %j', (name, meant) => {
  expect(closestName(name, ['vendor', 'date', 'id', 'query', 'max_results'])).toBe(meant)
})

test.each(['', 'x', 'zz', 'foo', 'limit', 'x'.repeat(65)])('%j resembles no name', (name) => {
  expect(closestName(name, ['vendor', 'date', 'id', 'query', 'max_results'])).toBeUndefined()
})

test.each([
  ['tabel', ['table', 'tools'], 'table'],
  ['update_row', ['bulk_update_rows', 'update_table_row'], 'update_table_row'],
  ['updateRow', ['bulk_update_rows', 'update_table_row'], 'update_table_row'],
  ['id', ['agent', 'schedule_id'], 'schedule_id'],
  ['get_all_context', ['list_context', 'get_context'], 'get_context'],
  ['value', ['match_value', 'new_value'], 'new_value'],
])('%j is taken for one of %j: %j', (name, valid, meant) => {
  expect(closestName(name, valid)).toBe(meant)
})
