import { expect, test } from 'vitest'
import { warnOfUnknownTools } from './unknown-tools.ts'

const TOOLS = ['get_context', 'push_context']

test('F7 misspelt tools in both lists are found, with the tool that was probably meant', () => {
  const lists = { allowed_tools: ['get_context', 'get_contxt'], denied_tools: ['wipe', 'wipe'] }
  expect(warnOfUnknownTools(lists, TOOLS)).toEqual([
    "There is no tool 'get_contxt'. Did you mean 'get_context'?",
    "There is no tool 'wipe'.",
  ])
})

test('lists of existing tools, and no lists, cause no warning', () => {
  expect(warnOfUnknownTools({ allowed_tools: TOOLS, denied_tools: [] }, TOOLS)).toEqual([])
  expect(warnOfUnknownTools({ allowed_tools: null }, TOOLS)).toEqual([])
})
