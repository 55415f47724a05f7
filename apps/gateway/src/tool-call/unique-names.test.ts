import { Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { type Subject, uniqueNames } from './unique-names.ts'

const subject = (name: string, id = name, hasSiblings = false) => ({ id, name, hasSiblings })

const candidate = (name: string, owner?: string | Subject, isPermitted = true) => ({
  tool: toolsFor<object>()({
    name,
    description: name,
    effect: 'read',
    input: Input({}),
    output: Type.Null(),
    handler: async () => null,
  }),
  path: `/${name}`,
  subject: typeof owner === 'string' ? subject(owner) : owner,
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

test('subjects with the same tools have prefixes on all of them', () => {
  const [invoices, orders] = [subject('Invoices', 'id-1', true), subject('Orders', 'id-2', true)]
  const tools = [candidate('save_row', invoices), candidate('read_rows', orders)]
  expect(uniqueNames(tools)).toEqual(['Invoices__save_row', 'Orders__read_rows'])
})

test('subjects of the same name are told apart by their ids', () => {
  const [one, two] = [subject('Invoices', '5afd45c8-69de'), subject('Invoices', '88243ffa-6d37')]
  expect(uniqueNames([candidate('read_rows', one), candidate('read_rows', two)])).toEqual([
    'Invoices_5afd45c8__read_rows',
    'Invoices_88243ffa__read_rows',
  ])
})
