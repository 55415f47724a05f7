import type { TSchema } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringifyJson } from '../json/json.ts'
import { readValue } from './read-value.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

// Words that stand for no other type, so that nothing can be converted.
const word = fc.constantFrom('', 'x', 'xy', 'yx', 'é', '😀', '😀x', 'xxxyyy')
const number = fc.constantFrom(-3, -1, 0, 0.5, 1, 2, 3, 4, 6, 10)
const name = fc.constantFrom('a', 'b', 'c', 'xa')

const { value } = fc.letrec<{ value: Json; member: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constant(null), tie('member')),
  // Without null: for an optional member it counts as absent, unlike in JSON Schema.
  member: fc.oneof(
    { maxDepth: 3 },
    word,
    number,
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('member'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

const limit = fc.integer({ min: 0, max: 4 })
const some = (keywords: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(keywords, { requiredKeys: keywords.type === undefined ? [] : ['type'] })

const texts = {
  minLength: limit,
  maxLength: limit,
  pattern: fc.constantFrom('^x', 'y$', '^.$', 'é', '^$'),
}
const numbers = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: fc.constantFrom(1, 2, 3, 0.5),
}

/** In one `allOf`, a closed part accepts the members of its siblings, unlike in JSON Schema. */
function open<Schema extends object>(schema: Schema): Schema {
  const { additionalProperties, ...rest } = schema as { additionalProperties?: unknown }
  return (additionalProperties === false ? rest : schema) as Schema
}

const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => {
  const part = fc.oneof({ arbitrary: tie('schema'), weight: 8 }, fc.boolean())
  const lists = {
    items: part,
    prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
    minItems: limit,
    maxItems: limit,
    uniqueItems: fc.boolean(),
  }
  const objects = {
    properties: fc.dictionary(name, part, { maxKeys: 3, noNullPrototype: true }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: part,
    patternProperties: fc.dictionary(fc.constantFrom('^x', 'a$', '.'), part, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    minProperties: limit,
    maxProperties: limit,
  }
  const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')
  const parts = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
  return {
    object: some({ type: fc.constant('object'), ...objects }),
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      some({ type: fc.constant('string'), ...texts }),
      some({ type: fc.constantFrom('number', 'integer'), ...numbers }),
      types.map((type) => ({ type })),
      fc.uniqueArray(types, { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
      fc.record({ const: value }),
      fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 4 }) }),
      some({ type: fc.constant('array'), ...lists }),
      tie('object'),
      some({ ...texts, ...numbers, ...lists, ...objects }),
      fc.record({ anyOf: parts }),
      fc.record({ allOf: parts.map((list) => list.map(open)) }),
      fc
        .tuple(tie('object'), parts)
        .map(([object, anyOf]) => ({ ...open(object), anyOf: anyOf.map(open) })),
    ),
  }
})

const RUNS = 1000

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 })

test('a value is accepted if and only if JSON Schema accepts it', () => {
  let taken = 0
  fc.assert(
    fc.property(schema, value, (expected, input) => {
      const { problems } = readValue(expected as TSchema, input)
      const isRight = ajv.validate(expected, input)
      if (isRight) taken++
      expect(problems.length === 0, JSON.stringify([problems, ajv.errors])).toBe(isRight)
    }),
    { numRuns: RUNS },
  )
  // The generated cases must contain both outcomes.
  expect(taken).toBeGreaterThan(RUNS / 10)
  expect(taken).toBeLessThan(RUNS * 0.9)
})

test('an accepted value without defaults is unchanged', () => {
  fc.assert(
    fc.property(schema, value, (expected, input) => {
      const result = readValue(expected as TSchema, input)
      if (result.problems.length === 0) expect(result.value).toEqual(input)
    }),
    { numRuns: 1000 },
  )
})

test('the JSON text of a list or an object is read like the value', () => {
  const structure = fc.oneof(
    fc.array(value),
    fc.dictionary(name, value, { noNullPrototype: true }),
    number,
    fc.boolean(),
  )
  const typed = schema.filter((expected) => {
    const { type } = expected as { type?: unknown }
    return typeof type === 'string' && !['string', 'null'].includes(type)
  })
  fc.assert(
    fc.property(typed, structure, (expected, input) => {
      const itself = readValue(expected as TSchema, input)
      const text = readValue(expected as TSchema, stringifyJson(input))
      expect(text.problems.length === 0).toBe(itself.problems.length === 0)
      if (text.problems.length === 0) expect(text.value).toEqual(itself.value)
    }),
    { numRuns: 1000 },
  )
})

// Schemas that a manifest can contain although they make no sense.
const odd = some({
  type: fc.constantFrom('string', 'object', 'array', 'constructor', 'any', []),
  pattern: fc.constantFrom('(?=x)', '(', '\\1', '[z-a]'),
  format: fc.constantFrom('hasOwnProperty', '__proto__', 'toString'),
  required: fc.constant(['__proto__', 'constructor']),
  properties: fc.dictionary(fc.constantFrom('__proto__', 'toString', 'a'), schema),
  patternProperties: fc.dictionary(fc.constantFrom('(?=x)', '('), schema),
  default: value,
  enum: fc.constant([]),
  anyOf: fc.constant([]),
  allOf: fc.constant([false]),
})

test('readValue never throws, for any value and schema', () => {
  fc.assert(
    fc.property(fc.oneof(schema, odd), fc.jsonValue(), (expected, input) => {
      const { problems } = readValue(expected as TSchema, input)
      for (const { message } of problems) expect(message).toMatch(/\S/)
    }),
    { numRuns: 3000 },
  )
})
