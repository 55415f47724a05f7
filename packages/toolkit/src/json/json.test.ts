import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalJson,
  isExactNumber,
  MalformedJson,
  parseJson,
  parseOwnJson,
  stringifyJson,
} from './json.ts'

const roundTrip = (text: string) => stringifyJson(parseJson(text))

test.each([
  '0',
  '-7',
  '0.1',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '1234567890123456789012345678901234567890',
  '-1234567890123456789012345678901234567890',
  '100000000000000000000000',
  '1e23',
  '1e400',
  '-1E-400',
  '0.1000000000000000055511151231257827021181',
  '[12345678901234567890,{"n":0.30000000000000000001}]',
  '{"__proto__":{"x":1},"constructor":null}',
  '{"big":12345678901234567890,"__proto__":1}',
  '"\\ud800"',
  '"\\u0000"',
  '"1e400 and 12345678901234567890"',
  'null',
  'false',
  '""',
])('%s keeps every digit and every member', (text) => {
  expect(roundTrip(text)).toBe(text)
})

test.each([
  ['1.0', '1'],
  ['1.50', '1.5'],
  ['1e2', '100'],
  ['-0', '0'],
  ['[ 1 , 2 ]', '[1,2]'],
])('%s is written as the equal %s', (text, equal) => {
  expect(roundTrip(text)).toBe(equal)
})

const LONG = '1234567890123456789012345678901234567890'

const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.bigInt({ min: 1n, max: 10n ** 40n }).map((digits) => `0.1${digits}1`),
  fc.integer({ min: 400, max: 99_999 }).map((power) => `1.5e${power}`),
  fc.integer({ min: 400, max: 99_999 }).map((power) => `-7e-${power}`),
)
// Code units rather than characters, so that lone surrogates, NUL and quotes occur.
const codeUnit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 34, 92, 0xd800))
const anyText = fc.array(codeUnit, { maxLength: 20 }).map((units) => String.fromCharCode(...units))
// JavaScript moves names that look like an index to the front; their order has no meaning in JSON.
const anyKey = fc
  .oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toJSON', ''))
  .map((key) => (/^\d+$/.test(key) ? `n${key}` : key))

const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    numberText,
    anyText.map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'true', 'false', '[]', '{}'),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .uniqueArray(fc.tuple(anyKey, tie('json')), { maxLength: 4, selector: ([key]) => key })
      .map((members) => members.map(([key, value]) => `${JSON.stringify(key)}:${value}`))
      .map((members) => `{${members.join()}}`),
  ),
}))

test('any JSON value is written as the text it was read from', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(roundTrip(text)).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

test('a member called __proto__ is an ordinary member and changes no prototype', () => {
  const value = parseJson(`{"__proto__":{"x":${LONG}}}`)
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test.each([
  ['\\\\', '\\n'],
  ['\\\\', '\\"'],
  ['\\\\', '\\u0000'],
  ['a\\\\', 'a\\t'],
  ['\\\\n', '\\nx'],
])('after a member called "%s", one called "%s" keeps its name', (first, second) => {
  // V8's own parser gives the second the name of the first.
  const other = `{"h":[1e400, 2],"${first}":0}`
  const text = `{"h":[1e400,-2.5,"x",true,{},[]],"${second}":{"${second}":null}}`
  expect(roundTrip(other)).toBe(other.replace(', ', ','))
  expect(roundTrip(text)).toBe(text)
})

test('a repeated name has its last value, with or without escapes', () => {
  expect(roundTrip('{"A":1,"\\u0041":2,"0":3,"\\u0030":4}')).toBe('{"0":4,"A":2}')
})

test.each([
  '{"\\n":1,}',
  '{"\\n":1',
  '{"\\n" 1}',
  '{"\\n":}',
  '{,"\\n":1}',
  '{"\\n":1}}',
  '{"\\n":[1 2]}',
  '{"\\n":[1,]}',
  '{"\\n":01}',
  '{"\\n":1-2}',
  '{"\\n":tru}',
  '{"\\x":1}',
  '{"\\n":"\u0001"}',
  '["\\n":1]',
  '{"\\n":1,2:3}',
  '{"\\n":1} x',
])('%s is not JSON, although it has an escaped name', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(() => parseJson(text)).toThrow(MalformedJson)
})

test('a large text with escaped names is parsed quickly', () => {
  const members = Array.from({ length: 100_000 }, (_, index) => `"\\n${index}":${index}`)
  const text = `{"long":${JSON.stringify('"\\x'.repeat(1_000_000))},${members.join()}}`
  const start = process.cpuUsage()
  expect(roundTrip(text)).toBe(text)
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5)
})

test.each(['', '{bad', '[1,]', 'NaN', 'undefined', "{'a':1}", '01', '1e', '"\u0000"', '[1] 2'])(
  '%j is not JSON',
  (text) => {
    expect(() => parseJson(text)).toThrow(MalformedJson)
    expect(() => parseJson(text)).toThrow('it is not valid JSON')
  },
)

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test('a caller may send a hundred levels, and not one more', () => {
  expect(roundTrip(nested(100))).toBe(nested(100))
  expect(() => parseJson(nested(101))).toThrow('it is nested deeper than 100 levels')
  expect(() => parseJson(nested(1_000_000))).toThrow('it is nested deeper than 100 levels')
  expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow('nested deeper')
})

test('JSON of our own has no such limit, since an answer nests deeper than the values in it', () => {
  expect(stringifyJson(parseOwnJson(nested(1000)))).toBe(nested(1000))
  const text = `{"value":${nested(100)},"n":12345678901234567890,"\\n":1}`
  expect(stringifyJson(parseOwnJson(text))).toBe(text)
})

test('brackets inside a text are text', () => {
  const text = JSON.stringify(`\\"${'['.repeat(1000)}`)
  expect(roundTrip(text)).toBe(text)
})

test('only a number that a double cannot represent is kept as text', () => {
  expect(parseJson('12')).toBe(12)
  expect(parseJson('1e3')).toBe(1000)
  expect(isExactNumber(parseJson(LONG))).toBe(true)
  expect(isExactNumber(parseJson('1e400'))).toBe(true)
  expect(isExactNumber({ rawJSON: '1' })).toBe(false)
})

test('a number of a million digits is parsed quickly', () => {
  const text = `1${'0'.repeat(1_000_000)}1`
  const start = process.cpuUsage()
  expect(roundTrip(`[${text}]`)).toBe(`[${text}]`)
  expect(canonicalJson(parseJson(text))).toBe(`${text}e0`)
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2)
})

test('a missing result is written as null', () => {
  expect(stringifyJson(undefined)).toBe('null')
})

test.each([
  ['{"a":1,"b":{"c":2,"d":[{"f":1,"e":2}]}}', '{"b":{"d":[{"e":2,"f":1}],"c":2},"a":1.0}'],
  ['12345678901234567890', '1234567890123456789e1'],
  ['[1e400]', '[10E+399]'],
])('%s and %s are the same value', (one, other) => {
  expect(canonicalJson(parseJson(one))).toBe(canonicalJson(parseJson(other)))
})

test.each([
  ['[1,2]', '[2,1]'],
  ['12345678901234567890', '12345678901234567891'],
  ['"1"', '1'],
  ['{"a":null}', '{}'],
  ['{"__proto__":1}', '{}'],
])('%s and %s are different values', (one, other) => {
  expect(canonicalJson(parseJson(one))).not.toBe(canonicalJson(parseJson(other)))
})
