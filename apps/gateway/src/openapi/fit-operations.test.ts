import type { RoutedTool } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { fitOperations } from './fit-operations.ts'

const at = (path: string) => ({ path, tool: { name: path.split('/').at(-1) } }) as RoutedTool
const shared = ['get_context', 'push_context', 'health', 'promptyoself_upload'].map((name) =>
  at(`/v1/tools/${name}`),
)
const limit = { host: 'gpt', isSelection: false }

test('nothing is left out of a list that fits', () => {
  expect(fitOperations(shared, { ...limit, maxOperations: 4 }).leftOut).toEqual([])
})

test('the tool for operators that is least needed is left out first', () => {
  const { kept, leftOut } = fitOperations(shared, { ...limit, maxOperations: 3 })
  expect([kept.length, leftOut]).toEqual([3, ['promptyoself_upload']])
})

test('a tool of a folder is kept, even if it has the name of a tool for operators', () => {
  const own = at('/v1/toolsets/Clinic/tools/health')
  const { kept, leftOut } = fitOperations([...shared, own], { ...limit, maxOperations: 3 })
  expect(leftOut).toEqual(['promptyoself_upload', 'health'])
  expect(kept).toContain(own)
})

test('tools that were named, and tools that are not for operators, are never left out', () => {
  const named = { ...limit, maxOperations: 3, isSelection: true }
  expect(() => fitOperations(shared, named)).toThrow('at most 3 operations, and there are 4')
  expect(() => fitOperations(shared, { ...limit, maxOperations: 1 })).toThrow('at most 1')
})
