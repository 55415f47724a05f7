import { Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { uniqueNames } from './unique-names.ts'

const candidate = (name: string, subject?: string, isPermitted = true) => ({
  tool: toolsFor<object>()({
    name,
    description: name,
    effect: 'read',
    input: Input({}),
    output: Type.Null(),
    handler: async () => null,
  }),
  path: `/${subject}/${name}`,
  subject,
  isPermitted,
})

test('names that are unique stay as they are', () => {
  expect(uniqueNames([candidate('a'), candidate('b', 'Folder')])).toEqual(['a', 'b'])
})

test('a name that two subjects share gets the subject as its prefix', () => {
  const tools = [candidate('multiply', 'Abacus'), candidate('multiply', 'My calculator!')]
  expect(uniqueNames(tools)).toEqual(['Abacus__multiply', 'My_calculator___multiply'])
})

test('a tool without a subject keeps its name', () => {
  expect(uniqueNames([candidate('health'), candidate('health', 'Clinic')])).toEqual([
    'health',
    'Clinic__health',
  ])
})

test('names have at most 64 characters and are unique even if subjects begin alike', () => {
  const long = 'x'.repeat(60)
  const tools = [candidate(long, `${'p'.repeat(30)}1`), candidate(long, `${'p'.repeat(30)}2`)]
  const names = uniqueNames(tools)
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})

test('a tool that may not be called does not change the names of others', () => {
  const tools = [candidate('multiply', 'Abacus'), candidate('multiply', 'Calculator', false)]
  expect(uniqueNames(tools)).toEqual(['multiply', 'Calculator__multiply'])
})
