import { expect, test } from 'vitest'
import { pythonList } from './python-list.ts'

test.each([
  [['vendor', 'date'], "['vendor', 'date']"],
  [[], '[]'],
  [["it's"], '["it\'s"]'],
  [['"it\'s"'], "['\"it\\'s\"']"],
  [['a\\b'], "['a\\\\b']"],
])('%j is formatted as %s', (names, text) => {
  expect(pythonList(names)).toBe(text)
})
