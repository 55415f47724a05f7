import { Input, readInput } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { toolWith } from '../../test/sample-tools.ts'
import { strictFaults } from '../../test/strict-rules.ts'
import { modelSchema } from './model-schema.ts'
import { strictSchema } from './strict-schema.ts'

const strictOf = (properties: Record<string, TSchema>) =>
  strictSchema(modelSchema(toolWith(Input(properties))))

/** The strict form of one required parameter. */
function partOf(schema: TSchema) {
  const strict = strictOf({ it: schema })
  expect(strictFaults(strict)).toEqual([])
  return strict?.properties.it
}

test('F27 every property is required, and optional ones are nullable', () => {
  const strict = strictOf({
    query: Type.String({ description: 'Words to look for.' }),
    sort: Type.Optional(Type.Union([Type.Literal('new'), Type.Literal('old')])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  })
  expect(strictFaults(strict)).toEqual([])
  expect(strict).toEqual({
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words to look for.' },
      sort: { type: ['string', 'null'], enum: ['new', 'old', null] },
      limit: { type: ['integer', 'null'], minimum: 1, maximum: 50, description: '(default 10)' },
    },
    required: ['query', 'sort', 'limit'],
    additionalProperties: false,
  })
})

test.each<[string, TSchema, object]>([
  [
    'constraints without a keyword are described',
    Type.String({ minLength: 1, maxLength: 200, description: 'A name.' }),
    { type: 'string', description: 'A name. (1 to 200 characters)' },
  ],
  [
    'an unknown format is described',
    Type.String({ format: 'uri' }),
    { type: 'string', description: '(format uri)' },
  ],
  [
    'a list keeps its size',
    Type.Array(Type.String(), { maxItems: 5, uniqueItems: true }),
    { type: 'array', items: { type: 'string' }, maxItems: 5, description: '(no item twice)' },
  ],
  [
    'members of objects are required too',
    Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()) }),
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: ['number', 'null'] } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  ],
  [
    'a record is JSON text',
    Type.Record(Type.String(), Type.Number(), { description: 'Scores.' }),
    { type: 'string', description: 'Scores. (JSON text: object of number)' },
  ],
  [
    'any value is JSON text',
    Type.Unknown(),
    { type: 'string', description: '(JSON text: any JSON value)' },
  ],
  [
    'a union stays a union',
    Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
  ],
  [
    'an object in which null and absent differ is JSON text',
    Type.Object({ vendor: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    { type: 'string', description: '(JSON text: object)' },
  ],
])('%s', (_name, schema, expected) => {
  expect(partOf(schema)).toEqual(expected)
})

test('a tool for which null and absent differ has no strict form', () => {
  expect(
    strictOf({ note: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
  ).toBeUndefined()
  const open = Type.Object({}, { additionalProperties: true })
  expect(strictSchema(modelSchema(toolWith(open)))).toBeUndefined()
})

test('the gateway accepts what a strict model sends', () => {
  const tool = toolWith(
    Input({
      query: Type.String(),
      limit: Type.Optional(Type.Integer({ default: 10 })),
      scores: Type.Record(Type.String(), Type.Number()),
      at: Type.Object({ x: Type.Number(), y: Type.Optional(Type.Number()) }),
    }),
  )
  const sent = { query: 'q', limit: null, scores: '{"a":0.5}', at: { x: 1, y: null } }
  expect(readInput(tool, sent)).toEqual({
    query: 'q',
    limit: 10,
    scores: { a: 0.5 },
    at: { x: 1 },
  })
})
