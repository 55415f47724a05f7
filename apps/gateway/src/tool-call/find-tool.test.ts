import { expect, test } from 'vitest'
import { unknownTool } from './find-tool.ts'

const many = Array.from({ length: 41 }, (_, index) => `tool_${index}`)

test.each([
  ['serch', ['search', 'save'], "Did you mean 'search'?"],
  ['nothing', ['search', 'save'], 'Use one of: search, save.'],
  ['multiply', ['A__multiply', 'B__multiply', 'add'], 'Use one of: A__multiply, B__multiply.'],
  ['multiply', ['A__multiply', 'add'], "Did you mean 'A__multiply'?"],
  ['nothing', many, 'List the tools again.'],
])('for the unknown tool %s among %j the error suggests %j', (name, names, suggestion) => {
  expect(unknownTool(name, names, 'List the tools again.').suggestion).toBe(suggestion)
})
