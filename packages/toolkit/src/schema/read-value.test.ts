import { Kind, type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { pathText } from '../input/path-text.ts'
import { parseJson, stringifyJson } from '../json/json.ts'
import { customMessage, JsonText, strictType } from './annotations.ts'
import { readValue } from './read-value.ts'

/** A schema as a user writes it, without TypeBox. */
const plain = (schema: object) => schema as TSchema

/** The value after reading; fails if there are problems. */
function take(schema: TSchema, value: unknown): unknown {
  expect(problemsOf(schema, value)).toEqual([])
  return readValue(schema, value).value
}

const problemsOf = (schema: TSchema, value: unknown): string[] =>
  readValue(schema, value).problems.map(({ path, message }) => {
    return [pathText(path), message].filter(Boolean).join(' ')
  })

const Num = Type.Number()
const Int = Type.Integer()
const Bool = Type.Boolean()
const Texts = Type.Array(Type.String())
const Point = Type.Object({ x: Num, y: Type.Optional(Num) })

test.each<[string, TSchema, unknown, unknown]>([
  ['a number', Num, 1.5, 1.5],
  ['numeric text', Num, '1.5', 1.5],
  ['numeric text with an exponent', Num, '-2e3', -2000],
  ['a whole number with a point', Int, 3.0, 3],
  ['numeric text with a point', Int, '3.0', 3],
  ['the largest whole number', Int, '9007199254740991', 9007199254740991],
  ['a decimal with more digits than a number has', Num, parseJson('0.1000000000000000055511'), 0.1],
  ['the text true', Bool, 'true', true],
  ['the text false', Bool, 'false', false],
  ['false', Bool, false, false],
  ['a list as JSON text', Texts, '["a","b"]', ['a', 'b']],
  ['an object as JSON text', Point, ' {"x": "1"} ', { x: 1 }],
  ['an object as JSON text in a list', Type.Array(Point), ['{"x":1}'], [{ x: 1 }]],
  ['a number among choices', Type.Enum({ one: 1, two: 2 }), '2', 2],
  ['a constant', Type.Literal(true), 'true', true],
  ['text that looks like a number', Type.String(), '007', '007'],
  ['empty text', Type.String(), '', ''],
  ['null', Type.Null(), null, null],
  ['any value', Type.Any(), parseJson('[1e400]'), parseJson('[1e400]')],
  ['no list where a list may be empty', Texts, [], []],
])('%s is accepted', (_name, schema, value, expected) => {
  expect(stringifyJson(take(schema, value))).toBe(stringifyJson(expected))
})

test.each<[string, TSchema, unknown, string]>([
  ['true for a number', Num, true, 'must be a number, not true'],
  ['null for a number', Num, null, 'must be a number, not null'],
  ['a word for a number', Num, 'abc', 'must be a number, not the text "abc"'],
  ['empty text for a number', Num, '', 'must be a number, not the text ""'],
  ['blanks around a number', Num, ' 5 ', 'must be a number, not the text " 5 "'],
  ['a hexadecimal number', Num, '0x10', 'must be a number, not the text "0x10"'],
  ['NaN', Num, 'NaN', 'must be a number, not the text "NaN"'],
  ['a list for a number', Num, [1], 'must be a number, not a list'],
  ['a fraction for a whole number', Int, 1.5, 'must be a whole number, not 1.5'],
  ['a fraction as text', Int, '1.5', 'must be a whole number, not the text "1.5"'],
  [
    'a fraction that JavaScript would round away',
    Int,
    parseJson('1.00000000000000000001'),
    'must be a whole number, not 1.00000000000000000001',
  ],
  ['a tiny fraction', Int, parseJson('1e-400'), 'must be a whole number, not 1e-400'],
  ['a number for a boolean', Bool, 1, 'must be true or false, not 1'],
  ['True in capitals', Bool, 'True', 'must be true or false, not the text "True"'],
  ['a list for a text', Type.String(), ['a'], 'must be text, not a list'],
  ['a number for a text', Type.String(), 5, 'must be text, not 5'],
  ['a word for a list', Texts, 'a', 'must be a list, not the text "a"'],
  ['an object for a list', Texts, {}, 'must be a list, not an object'],
  ['JSON text of an object for a list', Texts, '{}', 'must be a list, not the text "{}"'],
  [
    'broken JSON text for a list',
    Texts,
    '["a",',
    'must be a list; the text cannot be parsed: it is not valid JSON: line 1, column 6: the text ends too early: ] is missing at the end',
  ],
  [
    'JSON text of a hundred and one levels',
    Type.Array(Type.Any()),
    '['.repeat(101) + ']'.repeat(101),
    'must be a list; the text cannot be parsed: it is nested deeper than 100 levels',
  ],
  ['a list for an object', Point, [], 'must be an object, not a list'],
  ['the word null for null', Type.Null(), 'null', 'must be null, not the text "null"'],
  ['a long text', Int, 'x'.repeat(100), 'must be a whole number, not a text of 100 characters'],
])('%s is refused', (_name, schema, value, message) => {
  expect(problemsOf(schema, value)).toEqual([message])
})

const TOO_LARGE =
  'must be from -9007199254740991 to 9007199254740991, since a larger number would lose digits'

test.each(['9007199254740993', '-12345678901234567890', '1e400'])(
  'the number %s is refused rather than changed',
  (text) => {
    for (const schema of [Num, Int]) {
      expect(problemsOf(schema, parseJson(text))).toEqual([TOO_LARGE])
      expect(problemsOf(schema, text)).toEqual([TOO_LARGE])
    }
  },
)

test('a number that is far out of the limits of the schema is told these limits', () => {
  const limited = Type.Integer({ minimum: 1, maximum: 500 })
  const problem = 'must be 500 or less, not 100000000000000000000'
  expect(problemsOf(limited, parseJson('100000000000000000000'))).toEqual([problem])
  expect(problemsOf(limited, '100000000000000000000')).toEqual([problem])
})

test.each(['9007199254740992', '1e20', '-1e300'])(
  'the number %s keeps its digits, and is not accepted as a whole number',
  (text) => {
    for (const value of [text, parseJson(text)]) {
      expect(problemsOf(Num, value)).toEqual([])
      expect(problemsOf(Int, value)).toEqual([TOO_LARGE])
    }
  },
)

test('a text with more digits than a double keeps is refused; a JSON number is rounded', () => {
  const message = 'has more digits than a number can keep: send fewer'
  expect(problemsOf(Num, '1.0000000000000000001')).toEqual([message])
  expect(problemsOf(Num, '0.12345678901234567890')).toEqual([message])
  expect(problemsOf(Num, parseJson('0.12345678901234567890'))).toEqual([])
  expect(problemsOf(Num, '0.10')).toEqual([])
})

test.each<[string, TSchema, unknown]>([
  ['a number', Type.Number({ [strictType]: true }), '5'],
  ['a boolean', Type.Boolean({ [strictType]: true }), 'true'],
  ['a list', Type.Array(Type.Any(), { [strictType]: true }), '[]'],
  ['an object', Type.Object({}, { [strictType]: true }), '{}'],
  ['true and nothing else', Type.Literal(true, { [strictType]: true }), 'true'],
  ['one of two types', Type.Union([Type.Boolean(), Type.Null()], { [strictType]: true }), 'true'],
  ['one of two types, listed', plain({ type: ['boolean', 'null'], [strictType]: true }), 'true'],
])('with strictType, text is not accepted for %s', (_name, schema, text) => {
  expect(problemsOf(schema, text)).toHaveLength(1)
  expect(problemsOf(schema, JSON.parse(text as string))).toEqual([])
})

test('JsonText accepts any JSON value unchanged', () => {
  const schema = Type.Object({ value: JsonText('Any value.') })
  for (const value of [null, 0, '', '{"a":1}', { a: [1] }, parseJson('12345678901234567890')]) {
    expect(take(schema, { value })).toEqual({ value })
  }
})

test.each<[string, object, unknown, string]>([
  [
    'too long, so the pattern is not checked',
    { type: 'string', maxLength: 1, pattern: '^a$' },
    'bb',
    'must have at most 1 characters, not 2',
  ],
  ['too short', { type: 'string', minLength: 3 }, '😀😀', 'must have at least 3 characters'],
  ['empty', { type: 'string', minLength: 1 }, '', 'must not be empty'],
  ['too long', { type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters, not 3'],
  [
    'another pattern',
    { type: 'string', pattern: '^[a-z]+$' },
    'A',
    'must match the pattern ^[a-z]+$',
  ],
  [
    'not a date',
    { type: 'string', format: 'date' },
    '2024-02-30',
    'must have the format date, like 2026-01-31',
  ],
  ['too small', { type: 'number', minimum: 1 }, 0, 'must be 1 or more, not 0'],
  ['too large', { type: 'number', maximum: 1 }, '2', 'must be 1 or less, not 2'],
  ['on the lower bound', { type: 'number', exclusiveMinimum: 1 }, 1, 'must be more than 1, not 1'],
  ['on the upper bound', { type: 'number', exclusiveMaximum: 1 }, 1, 'must be less than 1, not 1'],
  [
    'not a multiple',
    { type: 'integer', multipleOf: 2 },
    2000000001,
    'must be a multiple of 2, not 2000000001',
  ],
  [
    'not a decimal multiple',
    { type: 'number', multipleOf: 0.1 },
    0.35,
    'must be a multiple of 0.1, not 0.35',
  ],
  ['too few items', { type: 'array', minItems: 2 }, [1], 'must have at least 2 items'],
  ['no items', { type: 'array', minItems: 1 }, [], 'must not be empty'],
  ['too many items', { type: 'array', maxItems: 1 }, [1, 2], 'must have at most 1 items, not 2'],
  ['too few members', { type: 'object', minProperties: 1 }, {}, 'must not be empty'],
  [
    'too many members',
    { type: 'object', maxProperties: 1 },
    { a: 1, b: 2 },
    'must have at most 1 properties, not 2',
  ],
  [
    'an item twice',
    { type: 'array', uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'must not contain the same item twice',
  ],
  [
    'the same number twice',
    { type: 'array', uniqueItems: true, items: { type: 'integer' } },
    [1, '1'],
    'must not contain the same item twice',
  ],
  ['no choice', { enum: ['a', 2, null] }, 'c', 'must be "a", 2 or null, not the text "c"'],
  [
    'the word null for null',
    { enum: ['a', null] },
    'null',
    'must be "a" or null, not the text "null"',
  ],
  ['another constant', { const: 'a' }, 'b', 'must be "a", not the text "b"'],
  ['never allowed', { type: 'array', items: false }, [1], '[0] is not allowed'],
])('%s', (_name, schema, value, message) => {
  expect(problemsOf(plain(schema), value)).toEqual([message])
})

test.each<[string, object, unknown]>([
  [
    'characters are counted, not code units',
    { type: 'string', minLength: 2, maxLength: 2 },
    '😀😀',
  ],
  ['0.3 is a multiple of 0.1', { type: 'number', multipleOf: 0.1 }, 0.3],
  ['1e20 would be a multiple of 1e-20', { multipleOf: 1e-20 }, 1e20],
  ['an unknown format is not checked', { type: 'string', format: 'constructor' }, 'x'],
  [
    'a format that is named like a method is not checked',
    { type: 'string', format: 'hasOwnProperty' },
    'x',
  ],
  ['members of a choice may come in any order', { enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }],
  ['a keyword for lists says nothing about texts', { minItems: 3 }, 'x'],
  ['a keyword for numbers says nothing about lists', { minimum: 3 }, []],
  ['a number without a type keeps its digits', { minimum: 3 }, parseJson('12345678901234567890')],
  ['a tuple of draft 2019-09', { type: 'array', items: [{ type: 'string' }] }, ['a', 1]],
  ['a tuple of draft 2020-12', { type: 'array', prefixItems: [{ type: 'string' }] }, ['a', 1]],
])('%s', (_name, schema, value) => {
  expect(take(plain(schema), value)).toEqual(value)
})

test.each<[string, TSchema, unknown, string[]]>([
  [
    'an item',
    Type.Object({ tags: Texts }),
    { tags: ['a', { b: 1 }] },
    ['tags[1] must be text, not an object'],
  ],
  [
    'a member of an item',
    Type.Object({ columns: Type.Array(Type.Object({ name: Type.String() })) }),
    { columns: [{ name: 1 }, {}] },
    ['columns[0].name must be text, not 1', 'columns[1].name is required'],
  ],
  ['a place', Type.Tuple([Num, Texts]), [1, [2]], ['[1][0] must be text, not 2']],
  [
    'a record',
    Type.Record(Type.String(), Num),
    { 'a\nb': 'x' },
    ['a\\nb must be a number, not the text "x"'],
  ],
  ['an unknown name', plain({ type: 'object', required: ['a'] }), {}, ['a is required']],
  [
    'a name that objects inherit',
    plain({ type: 'object', required: ['constructor'] }),
    {},
    ['constructor is required'],
  ],
])('a problem has a path: %s', (_name, schema, value, messages) => {
  expect(problemsOf(schema, value)).toEqual(messages)
})

test('an optional member that is null counts as absent, unless the schema accepts null', () => {
  const schema = Type.Object({
    size: Type.Optional(Type.Integer()),
    page: Type.Optional(Type.Integer({ default: 1 })),
    until: Type.Optional(Type.Union([Type.Null(), Type.String()])),
    note: Type.Optional(plain({ type: ['string', 'null'], default: 'none' })),
    mark: Type.Optional(plain({ const: null })),
    value: Type.Optional(Type.Unknown()),
  })
  const nothing = { size: null, page: null, until: null, note: null, mark: null, value: null }
  expect(take(schema, nothing)).toEqual({
    page: 1,
    until: null,
    note: null,
    mark: null,
    value: null,
  })
})

test('a required member that is null is wrong', () => {
  expect(problemsOf(Point, { x: null })).toEqual(['x must be a number, not null'])
})

test('a default is filled in, as a new copy each time', () => {
  const schema = Type.Object({ tags: Type.Array(Type.String(), { default: ['a'] }) })
  const first = take(schema, {}) as { tags: string[] }
  first.tags.push('b')
  expect(take(schema, {})).toEqual({ tags: ['a'] })
})

test('a member called __proto__ is an ordinary member', () => {
  const sent = parseJson('{"__proto__":{"x":1}}')
  expect(Object.keys(take(Type.Object({}), sent) as object)).toEqual(['__proto__'])
  expect(Object.keys(take(Type.Record(Type.String(), Type.Any()), sent) as object)).toEqual([
    '__proto__',
  ])
  expect(problemsOf(Type.Object({}, { additionalProperties: false }), sent)).toEqual([
    '__proto__ is not known',
  ])
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('a member must fit the schema of every pattern that its name matches', () => {
  const schema = plain({
    type: 'object',
    properties: { ab: { type: 'integer' } },
    patternProperties: { '^a': { maximum: 5 }, b$: { minimum: 2 } },
    additionalProperties: { type: 'string' },
  })
  expect(take(schema, { ab: '3', a: 1, b: 9, c: 'x' })).toEqual({ ab: 3, a: 1, b: 9, c: 'x' })
  expect(problemsOf(schema, { ab: 9 })).toEqual(['ab must be 5 or less, not 9'])
  expect(problemsOf(schema, { ab: 1 })).toEqual(['ab must be 2 or more, not 1'])
  expect(problemsOf(schema, { c: 1 })).toEqual(['c must be text, not 1'])
})

test('a custom message replaces the generated one', () => {
  const schema = Type.Object({
    confirm: Type.Literal(true, { [customMessage]: 'Set confirm to true.' }),
  })
  expect(problemsOf(schema, { confirm: 'no' })).toEqual(['confirm Set confirm to true.'])
  expect(problemsOf(schema, {})).toEqual(['confirm Set confirm to true.'])
})

test('reading stops after fifty problems', () => {
  const items = Array.from({ length: 1_000_000 }, (_, index) => index)
  const { problems } = readValue(Type.Object({ tags: Texts }), { tags: items })
  expect(problems.length).toBeLessThan(100)
})

test.each<[string, TSchema, unknown]>([
  ['items', Type.Array(Type.Integer()), Array.from({ length: 100_000 }, (_, index) => index)],
  ['items of two types', Type.Array(Type.Union([Type.String(), Int])), Array(100_000).fill('a')],
  ['objects', Type.Array(Point), Array(100_000).fill({ x: 1, y: 2 })],
  [
    'members',
    Type.Record(Type.String(), Int),
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])),
  ],
])('a hundred thousand %s are read quickly', (_name, schema, value) => {
  const start = process.cpuUsage()
  expect(take(schema, value)).toEqual(value)
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5)
})

test('a hundred levels are read, with and without a schema for each', () => {
  const value = parseJson('['.repeat(100) + ']'.repeat(100))
  let lists: object = {}
  let unions: object = {}
  for (let level = 0; level < 100; level++) {
    lists = { type: 'array', items: lists }
    unions = { anyOf: [{ type: 'integer' }, { type: 'array', items: unions }] }
  }
  expect(take(plain({}), value)).toEqual(value)
  expect(take(plain(lists), value)).toEqual(value)
  expect(take(plain(unions), value)).toEqual(value)
  expect(take(plain(unions), stringifyJson(value))).toEqual(value)
})

test('annotations do not affect the JSON of a schema', () => {
  expect(Object.keys(JsonText('Any value.'))).toEqual(['type', 'description'])
  expect(JsonText('Any value.')[Kind]).toBe('JsonText')
})
