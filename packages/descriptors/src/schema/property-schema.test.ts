import { type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { jsonSchema } from './json-schema.ts'
import { propertySchema } from './property-schema.ts'

test.each<[string, TSchema, object]>([
  [
    'F33 a nullable value has one type',
    Type.Union([Type.String(), Type.Null()], { description: 'The vendor.' }),
    { type: 'string', description: 'The vendor. (may be null)' },
  ],
  [
    'values of several types are asked for as text',
    Type.Union([Type.Number(), Type.Array(Type.String())]),
    { type: 'string', description: 'It. (number or array of string)' },
  ],
  ['a description is made from the name', Type.Boolean(), { type: 'boolean', description: 'It.' }],
  [
    'items and members have types and descriptions',
    Type.Array(Type.Object({ column_name: Type.Optional(Type.Unknown()) })),
    {
      type: 'array',
      description: 'It.',
      items: {
        type: 'object',
        description: 'An item of it.',
        properties: {
          column_name: {
            type: 'string',
            description: 'Column name. (any JSON value, as JSON text)',
          },
        },
      },
    },
  ],
  [
    'a choice of texts is an enum',
    Type.Union([Type.Literal('a'), Type.Literal('b')]),
    { type: 'string', description: 'It.', enum: ['a', 'b'] },
  ],
  [
    'a choice of numbers is described',
    Type.Union([Type.Literal(1), Type.Literal(2)]),
    { type: 'number', description: 'It. (number, one of 1, 2)' },
  ],
])('%s', (_name, schema, expected) => {
  expect(propertySchema(jsonSchema(schema), 'it')).toMatchObject(expected)
  expect(propertySchema(jsonSchema(schema), 'it')).not.toHaveProperty('anyOf')
})
