import { expect, test } from 'vitest'
import { toSchema30 } from './schema-30.ts'

test.each([
  [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    { const: 'a', type: 'string' },
    { type: 'string', enum: ['a'] },
  ],
  [{ type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  [
    { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], description: 'd' },
    { type: 'string', maxLength: 3, description: 'd', nullable: true },
  ],
  [
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', minimum: 0, exclusiveMinimum: true },
  ],
  [
    { type: 'object', properties: { a: { type: ['integer', 'null'] } }, patternProperties: {} },
    { type: 'object', properties: { a: { type: 'integer', nullable: true } } },
  ],
  [
    { type: 'array', items: { const: 1 }, examples: [[1]] },
    { type: 'array', example: [1], items: { enum: [1] } },
  ],
])('%j becomes %j', (schema, expected) => {
  expect(toSchema30(schema)).toEqual(expected)
})
