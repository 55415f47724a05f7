import { expect, test } from 'vitest'
import { describeSchema } from './describe-constraints.ts'
import type { JsonObject } from './json-schema.ts'

test.each<[JsonObject, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', enum: ['a', 'b'] }, 'string, one of "a", "b"'],
  [{ type: 'string', const: 'a' }, 'string, always "a"'],
  [{ type: 'string', minLength: 1 }, 'string, at least 1 character'],
  [{ type: 'string', minLength: 1, maxLength: 64 }, 'string, 1 to 64 characters'],
  [{ type: 'string', minLength: 2, maxLength: 2 }, 'string, exactly 2 characters'],
  [{ type: 'string', format: 'date' }, 'string, format date'],
  [{ type: 'string', pattern: '^a|b$' }, 'string, pattern ^a|b$'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer, 1 to 9'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'number, more than 0'],
  [
    { type: 'number', exclusiveMaximum: 1, multipleOf: 0.1 },
    'number, less than 1, a multiple of 0.1',
  ],
  [{ type: 'array', items: { type: 'string' }, maxItems: 5 }, 'array of string, at most 5 items'],
  [{ type: 'array', items: { type: 'integer', minimum: 0 } }, 'array of (integer, at least 0)'],
  [{ type: 'array', items: {}, uniqueItems: true }, 'array, no item twice'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
  [{ type: 'object', patternProperties: { '^x': { type: 'number' } } }, 'object of number'],
  [{ type: 'object', additionalProperties: false, minProperties: 1 }, 'object, at least 1 member'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [
    { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    '(string, format date) or null',
  ],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ description: 'Whatever.' }, 'any JSON value'],
  [{ enum: [1, 'a'] }, 'value, one of 1, "a"'],
])('%j is %j', (schema, phrase) => {
  expect(describeSchema(schema)).toBe(phrase)
})
