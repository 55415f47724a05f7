import { expect, test } from 'vitest'
import { findUnknownTools } from './unknown-tools.ts'

const TOOLS = ['get_context', 'push_context']

test('misspelt tools in both lists are found, with the tool that was probably meant', () => {
  const lists = { allowed_tools: ['get_context', 'get_contxt'], denied_tools: ['wipe', 'wipe'] }
  expect(findUnknownTools(lists, TOOLS)).toEqual([
    { name: 'get_contxt', did_you_mean: 'get_context' },
    { name: 'wipe' },
  ])
})

test('lists of existing tools, and no lists, are fine', () => {
  expect(findUnknownTools({ allowed_tools: TOOLS, denied_tools: [] }, TOOLS)).toEqual([])
  expect(findUnknownTools({ allowed_tools: null }, TOOLS)).toEqual([])
})
