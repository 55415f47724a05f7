import { type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { Input } from '../schema/annotations.ts'
import { toolsFor } from '../tool/tool.ts'
import { parseQueryArguments } from './query-arguments.ts'
import { readInput } from './read-input.ts'

function queried(properties: Record<string, TSchema>, text: string) {
  const tool = toolsFor<unknown>()({
    name: 'search',
    description: 'Finds things.',
    effect: 'read',
    input: Input(properties),
    output: Type.Unknown(),
    handler: async () => null,
  })
  return readInput(tool, parseQueryArguments(tool, new URLSearchParams(text)))
}

test.each<[string, Record<string, TSchema>, string, object]>([
  ['text', { city: Type.String() }, 'city=S%C3%A3o%20Paulo', { city: 'São Paulo' }],
  [
    'a number, a boolean and a list',
    { n: Type.Integer(), flag: Type.Boolean(), tags: Type.Array(Type.String()) },
    'n=3&flag=false&tags=a&tags=b',
    { n: 3, flag: false, tags: ['a', 'b'] },
  ],
  ['a list of one', { tags: Type.Array(Type.String()) }, 'tags=a', { tags: ['a'] }],
  ['a list as JSON', { tags: Type.Array(Type.String()) }, 'tags=["a","b"]', { tags: ['a', 'b'] }],
  [
    'a word in brackets',
    { tags: Type.Array(Type.String()) },
    'tags=[draft]',
    { tags: ['[draft]'] },
  ],
  ['a list of numbers', { ids: Type.Array(Type.Integer()) }, 'ids=1&ids=2', { ids: [1, 2] }],
  [
    'a list that may be null',
    { tags: Type.Union([Type.Array(Type.String()), Type.Null()]) },
    'tags=a',
    { tags: ['a'] },
  ],
  ['an object as JSON', { at: Type.Object({ x: Type.Integer() }) }, 'at={"x":1}', { at: { x: 1 } }],
  ['empty text', { city: Type.String() }, 'city=', { city: '' }],
  ['digits that are text', { zip: Type.String() }, 'zip=01234', { zip: '01234' }],
  ['nothing', {}, '', {}],
])('a query string can hold %s', (_name, properties, text, expected) => {
  expect(queried(properties, text)).toEqual(expected)
})

test.each<[string, Record<string, TSchema>, string, string]>([
  [
    'a text twice',
    { city: Type.String() },
    'city=a&city=b',
    "Parameter 'city' must be text, not a list.",
  ],
  ['an unknown name', {}, '__proto__=1', "Unknown parameter '__proto__'. Valid parameters: none."],
  [
    'a word for a number',
    { n: Type.Integer() },
    'n=',
    `Parameter 'n' must be a whole number, not the text "".`,
  ],
])('a query string cannot hold %s', (_name, properties, text, message) => {
  expect(() => queried(properties, text)).toThrow(message)
})
