import type { FunctionDeclaration } from '@google/genai'
import { Input, readInput } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { geminiFaults, type OnTheWire } from '../../test/gemini-rules.ts'
import { at, ping, search, toolWith } from '../../test/sample-tools.ts'
import { gemini } from './gemini.ts'

const asParameter = (schema: TSchema) =>
  gemini(at(toolWith(Input({ it: schema })))).parameters?.properties?.it

test('the declaration has only keywords that the Gemini API accepts', () => {
  const declaration = gemini(at(search)) satisfies OnTheWire<FunctionDeclaration>
  expect(geminiFaults(declaration.parameters ?? {})).toEqual([])
  expect(declaration).toStrictEqual({
    name: 'search_notes',
    description: 'Find notes. Use it before you write a new one.',
    parameters: {
      type: 'OBJECT',
      required: ['query'],
      properties: {
        query: {
          type: 'STRING',
          minLength: '1',
          maxLength: '200',
          description: 'Words to look for.',
        },
        sort: {
          type: 'STRING',
          format: 'enum',
          enum: ['new', 'old'],
          description: '(default "new")',
        },
        limit: { type: 'INTEGER', minimum: 1, maximum: 50, description: '(default 10)' },
        since: { type: 'STRING', nullable: true, description: '(format date)' },
        tags: {
          type: 'ARRAY',
          items: { type: 'STRING' },
          description: '(at most 5 items; no item twice)',
        },
        weights: {
          type: 'STRING',
          description: 'Tag to weight. (JSON text: object of (number, 0 to 1))',
        },
        extra: { type: 'STRING', description: 'Anything, as JSON text.' },
        confirm: { type: 'BOOLEAN' },
      },
    },
  })
})

test('a tool without parameters has none', () => {
  expect(gemini(at(ping))).toStrictEqual({
    name: 'ping',
    description: 'Check that the gateway is running.',
  })
})

test('the gateway parses what Gemini sends as JSON text', () => {
  const read = readInput(search, { query: 'q', weights: '{"urgent": 0.5}' })
  expect(read.weights).toEqual({ urgent: 0.5 })
})

test.each<[string, TSchema, object]>([
  [
    'a choice between numbers is described',
    Type.Union([Type.Literal(1), Type.Literal(2)]),
    { type: 'NUMBER', description: '(one of 1, 2)' },
  ],
  [
    'an empty text cannot be in an enum',
    Type.Unsafe({ type: 'string', enum: ['', 'a'] }),
    { type: 'STRING', description: '(one of "", "a")' },
  ],
  ['a single word is an enum', Type.Literal('a'), { type: 'STRING', format: 'enum', enum: ['a'] }],
  [
    'null in an enum makes it nullable',
    Type.Unsafe({ type: ['string', 'null'], enum: ['a', null] }),
    { type: 'STRING', format: 'enum', enum: ['a'], nullable: true },
  ],
  [
    'a union carries its description in every branch',
    Type.Union([Type.String(), Type.Boolean({ description: 'Or not.' }), Type.Null()], {
      description: 'A name.',
    }),
    {
      anyOf: [
        { type: 'STRING', description: 'A name.', nullable: true },
        { type: 'BOOLEAN', description: 'A name. Or not.', nullable: true },
      ],
    },
  ],
  [
    'keywords stay with their type',
    Type.Unsafe({ type: ['array', 'integer'], items: { type: 'string' }, minimum: 1 }),
    {
      anyOf: [
        { type: 'ARRAY', items: { type: 'STRING' }, description: '(at least 1)' },
        { type: 'INTEGER', minimum: 1 },
      ],
    },
  ],
  [
    'an exclusive limit is described',
    Type.Number({ exclusiveMinimum: 0, multipleOf: 0.5 }),
    { type: 'NUMBER', description: '(more than 0; a multiple of 0.5)' },
  ],
  [
    'a list of anything is described as JSON text',
    Type.Array(Type.Unknown()),
    { type: 'STRING', description: '(JSON text: array)' },
  ],
  [
    'an intersection of objects is one object',
    Type.Intersect([
      Type.Object({ a: Type.String() }),
      Type.Object({ b: Type.Optional(Type.String()) }),
    ]),
    {
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'STRING' } },
      required: ['a'],
    },
  ],
  [
    'a union inside an intersection is still a union',
    Type.Unsafe({ allOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { minLength: 1 }] }),
    { type: 'STRING', minLength: '1', nullable: true },
  ],
  [
    'a date-time keeps its format',
    Type.String({ format: 'date-time' }),
    { type: 'STRING', format: 'date-time' },
  ],
  ['any value is described as text', Type.Unknown(), { type: 'STRING' }],
  ['null alone is a nullable text', Type.Null(), { type: 'STRING', nullable: true }],
])('%s', (_, schema, expected) => {
  expect(asParameter(schema)).toStrictEqual(expected)
})
