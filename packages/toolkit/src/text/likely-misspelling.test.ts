import { expect, test } from 'vitest'
import { likelyMisspelling } from './likely-misspelling.ts'

test.each([
  ['Sale', 'Sales'],
  ['Saless', 'Sales'],
  ['Slaes', 'Sales'],
  ['Sakes', 'Sales'],
  ['sales', 'Sales'],
  ['Sales Tema', 'Sales Team'],
])('%j is probably %j', (name, known) => {
  expect(likelyMisspelling(name, ['Other', known])).toBe(known)
})

test.each([
  ['Sales', 'Sales'],
  ['Support', 'Sales'],
  ['worker1', 'worker2'],
  ['worker', 'worker1'],
  ['teamA', 'teamB'],
  ['Agent A', 'Agent B'],
  ['A', 'B'],
  ['Bob', 'Rob'],
  ['team-a', 'team-b'],
  ['Saels Tema', 'Sales Team'],
  ['', 'Sales'],
])('%j is not a misspelling of %j', (name, known) => {
  expect(likelyMisspelling(name, [known])).toBeUndefined()
})
