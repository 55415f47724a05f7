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
