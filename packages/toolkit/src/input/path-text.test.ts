import { expect, test } from 'vitest'
import { pathText } from './path-text.ts'

test.each([
  [[], ''],
  [['tags', 1], 'tags[1]'],
  [['columns', 0, 'name'], 'columns[0].name'],
  [['', 'a'], '.a'],
  [[2, 'a'], '[2].a'],
] as const)('the path %j is written %j', (path, text) => {
  expect(pathText(path)).toBe(text)
})
