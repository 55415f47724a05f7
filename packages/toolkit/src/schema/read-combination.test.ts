import { type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { pathText } from '../input/path-text.ts'
import { readValue } from './read-value.ts'

const plain = (schema: object) => schema as TSchema

const complaints = (schema: TSchema, value: unknown): string[] =>
  readValue(schema, value).problems.map(({ path, message }) => {
    return [pathText(path), message].filter(Boolean).join(' ')
  })

const closed = { additionalProperties: false }
const NumberOrText = Type.Union([Type.Number(), Type.String()])
const Shape = Type.Union([
  Type.Object({ kind: Type.Literal('circle'), radius: Type.Number() }, closed),
  Type.Object({ kind: Type.Literal('square'), side: Type.Number(), name: Type.String() }, closed),
])

test.each<[string, TSchema, unknown, unknown]>([
  ['text stays text where text will do', NumberOrText, '5', '5'],
  ['text becomes a number if no branch accepts text', plain({ type: ['integer', 'null'] }), '5', 5],
  ['null stays null', plain({ type: ['integer', 'null'] }), null, null],
  ['JSON text stays text where text will do', plain({ type: ['object', 'string'] }), '{}', '{}'],
  [
    'the second branch fits',
    Shape,
    { kind: 'square', side: '2', name: 'x' },
    { kind: 'square', side: 2, name: 'x' },
  ],
  [
    'a branch that accepts the value unchanged is preferred, even if it fills in a default',
    Type.Union([
      Type.Object({ n: Type.Number() }),
      Type.Object({ n: Type.String(), m: Type.Number({ default: 1 }) }),
    ]),
    { n: '5' },
    { n: '5', m: 1 },
  ],
  [
    'a value may fit both branches of oneOf',
    plain({ oneOf: [{ minimum: 1 }, { maximum: 5 }] }),
    3,
    3,
  ],
  [
    'text is converted before branches without a type check it',
    plain({ type: 'number', anyOf: [{ minimum: 3 }, { maximum: 1 }] }),
    '4',
    4,
  ],
  [
    'one of two members is enough',
    plain({ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    { b: 1 },
    { b: 1 },
  ],
])('%s', (_name, schema, value, expected) => {
  expect(readValue(schema, value)).toMatchObject({ value: expected, problems: [] })
})

test.each<[string, TSchema, unknown, string[]]>([
  ['no branch of its type', NumberOrText, true, ['must be a number or text, not true']],
  [
    'three branches',
    plain({ type: ['integer', 'boolean', 'null'] }),
    'x',
    ['must be a whole number, true or false or null, not the text "x"'],
  ],
  [
    'none of many constants',
    Type.Union([Type.Literal('celsius'), Type.Literal('fahrenheit')]),
    'kelvin',
    ['must be one of "celsius", "fahrenheit", not the text "kelvin"'],
  ],
  [
    'neither a constant nor null',
    Type.Union([Type.Literal('a'), Type.Null()]),
    'b',
    ['must be "a" or null, not the text "b"'],
  ],
  [
    'unions in a union',
    Type.Union([NumberOrText, Type.Null()]),
    [],
    ['must be a number, text or null, not a list'],
  ],
  [
    'the right type but too short',
    Type.Union([Type.String({ minLength: 1 }), Type.Number()]),
    '',
    ['must not be empty'],
  ],
  [
    'the branch selected by kind',
    Shape,
    { kind: 'square', side: 'x' },
    ['name is required', 'side must be a number, not the text "x"'],
  ],
  [
    'the other branch selected by kind',
    Shape,
    { kind: 'circle', side: 1, name: 'x' },
    ['radius is required', 'side is not known', 'name is not known'],
  ],
  [
    'neither of two members',
    plain({ type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    {},
    ['a is required'],
  ],
  [
    'keywords next to a union are checked too',
    plain({ type: 'string', maxLength: 2, anyOf: [{ pattern: '^a' }, { pattern: '^b' }] }),
    'abc',
    ['must have at most 2 characters, not 3'],
  ],
  [
    'a part without a type checks the converted value',
    plain({ allOf: [{ required: ['a'] }, { type: 'object' }] }),
    '{}',
    ['a is required'],
  ],
  [
    'the limit of a part without a type',
    plain({ allOf: [{ minimum: 3 }, { type: 'number' }] }),
    '2',
    ['must be 3 or more, not 2'],
  ],
  [
    'every part is checked',
    plain({ allOf: [{ type: 'object', required: ['a'] }, { required: ['b'] }] }),
    {},
    ['a is required', 'b is required'],
  ],
])('%s', (_name, schema, value, messages) => {
  expect(complaints(schema, value)).toEqual(messages)
})

test('two closed objects in one allOf make one object', () => {
  const schema = Type.Intersect([
    Type.Object({ a: Type.Number() }, closed),
    Type.Object({ b: Type.Optional(Type.Number({ default: 2 })) }, closed),
  ])
  expect(readValue(schema, { a: '1' })).toMatchObject({ value: { a: 1, b: 2 }, problems: [] })
  expect(readValue(schema, { a: 1, c: 3 }).problems[0]?.valid).toEqual(['a', 'b'])
})

test('a closed object accepts the members that its branches name', () => {
  const schema = plain({
    type: 'object',
    properties: { id: { type: 'integer' } },
    ...closed,
    oneOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: {} } }],
  })
  expect(readValue(schema, { id: '1', a: 2 })).toMatchObject({
    value: { id: 1, a: 2 },
    problems: [],
  })
  expect(complaints(schema, { id: 1, c: 2 })).toEqual(['c is not known'])
})

test('text inside many unions is read once per level, not twice', () => {
  let schema: object = { type: 'integer' }
  let value: unknown = '5'
  let expected: unknown = 5
  for (let level = 0; level < 60; level++) {
    schema = { anyOf: [{ type: 'null' }, { type: 'array', items: schema }] }
    value = [value]
    expected = [expected]
  }
  expect(readValue(plain(schema), value)).toMatchObject({ value: expected, problems: [] })
})
