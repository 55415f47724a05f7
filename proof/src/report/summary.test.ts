import { expect, test } from 'vitest'
import { renderSummary, replaceSummary } from './summary.ts'

const result = { title: '', about: '', date: '', seconds: 1, isQuick: false, broken: [] }

test('suites that were run are summarized, others are left out', () => {
  const fuzz = { ...result, figures: { requests: 100_000, failures: 0 } }
  expect(renderSummary({ machine: '', suites: { fuzz } }).slice(2)).toEqual([
    '| requests generated from the OpenAPI document | 100,000 requests, 0 internal errors, crashes or hangs |',
  ])
})

test('only the text between the marks is replaced', () => {
  const readme = 'before\n<!-- written by pnpm prove -->\nold\n<!-- end -->\nafter'
  const replaced = replaceSummary(readme, ['one', 'two'])
  expect(replaced).toBe(readme.replace('old', 'one\ntwo'))
  expect(replaceSummary(replaced, ['one', 'two'])).toBe(replaced)
  expect(() => replaceSummary('nothing', [])).toThrow('README.md has no place')
})
