import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { customMessage, Input } from '../schema/annotations.ts'
import { readValue } from '../schema/read-value.ts'
import { closestName, explainProblems, pathText } from './explain-problems.ts'

const Search = Input({
  query: Type.String({ description: 'What to look for.' }),
  max_results: Type.Optional(Type.Integer({ minimum: 1 })),
  units: Type.Optional(Type.Union([Type.Literal('celsius'), Type.Literal('fahrenheit')])),
  columns: Type.Optional(Type.Array(Input({ name: Type.String() }))),
  confirm: Type.Optional(Type.Literal(true, { [customMessage]: 'Set confirm to true to go on.' })),
})

const errorFor = (sent: unknown) => explainProblems(readValue(Search, sent).problems, Search)

const VALID = 'query, max_results, units, columns, confirm'

test.each<[string, unknown, string]>([
  ['missing', {}, "Missing required parameter 'query'."],
  ['unknown', { query: 'q', foo: 1 }, `Unknown parameter 'foo'. Valid parameters: ${VALID}.`],
  ['of the wrong type', { query: ['q'] }, "Parameter 'query' must be text, not a list."],
  [
    'none of the choices',
    { query: 'q', units: 'kelvin' },
    `Parameter 'units' must be one of "celsius", "fahrenheit", not the text "kelvin".`,
  ],
  [
    'wrong deep inside',
    { query: 'q', columns: [{ name: 'a' }, { name: 5 }] },
    "Parameter 'columns[1].name' must be text, not 5.",
  ],
  [
    'missing deep inside',
    { query: 'q', columns: [{}] },
    "Missing required parameter 'columns[0].name'.",
  ],
  [
    'unknown deep inside',
    { query: 'q', columns: [{ name: 'a', type: 'text' }] },
    "Unknown parameter 'columns[0].type'. Valid parameters: name.",
  ],
  ['refused in words of its own', { query: 'q', confirm: false }, 'Set confirm to true to go on.'],
  ['without a name', { query: 'q', '': 1 }, `Unknown parameter ''. Valid parameters: ${VALID}.`],
  [
    'two mistakes',
    { max_results: 0 },
    "Missing required parameter 'query'. Parameter 'max_results' must be 1 or more, not 0.",
  ],
  ['no object', [], 'The arguments must be an object, not a list.'],
])('%s', (_name, sent, text) => {
  const error = errorFor(sent)
  expect(error.message).toBe(text)
  expect(error).toMatchObject({ code: 'invalid_input', status: 400, retryable: false })
})

test('a tool without parameters says that it has none', () => {
  const none = Input({})
  const { message } = explainProblems(readValue(none, { a: 1 }).problems, none)
  expect(message).toBe("Unknown parameter 'a'. Valid parameters: none.")
})

test.each([
  [{ query: 'q', max_result: 1 }, "Did you mean 'max_results'?"],
  [{ query: 'q', zzz: 1 }, "Leave out 'zzz'."],
  [{}, "Add 'query': What to look for."],
  [{ query: 1 }, "Correct 'query': What to look for."],
  [{ query: 'q', max_results: 0 }, 'Correct the arguments as described and call again.'],
])('after %j the advice is: %s', (sent, suggestion) => {
  expect(errorFor(sent).suggestion).toBe(suggestion)
})

test('of many mistakes the first five are told, each with its place', () => {
  const columns = Array.from({ length: 100 }, (_, index) => ({ name: index }))
  const error = errorFor({ query: 'q', columns })
  expect(error.message).toMatch(/^Parameter 'columns\[0].name' must be text, not 0\. /)
  expect(error.message).toMatch(
    /'columns\[4].name' must be text, not 4\. There is more to correct\.$/,
  )
  expect(error.details.problems).toHaveLength(5)
  expect(error.details.problems).toContainEqual({
    parameter: 'columns[2].name',
    problem: "Parameter 'columns[2].name' must be text, not 2.",
  })
})

test('what two parts of a schema say alike is said once', () => {
  const schema = Type.Object({ n: Type.Intersect([Type.Object({}), Type.Object({})]) })
  const { message } = explainProblems(readValue(schema, { n: 5 }).problems, schema)
  expect(message).toBe("Parameter 'n' must be an object, not 5.")
})

test('a name that a caller made up cannot break the message', () => {
  const { message } = errorFor({ query: 'q', 'line\nbreak': 1 })
  expect(message).toContain(`Unknown parameter 'line\\nbreak'.`)
  expect(errorFor({ query: 'q', ['x'.repeat(1_000_000)]: 1 }).message.length).toBeLessThan(500)
  expect(errorFor({ query: 'q', ['😀'.repeat(100)]: 1 }).message.isWellFormed()).toBe(true)
})

test.each([
  [[], ''],
  [['tags', 1], 'tags[1]'],
  [['columns', 0, 'name'], 'columns[0].name'],
  [['', 'a'], '.a'],
  [[2, 'a'], '[2].a'],
] as const)('the place %j reads %j', (path, text) => {
  expect(pathText(path)).toBe(text)
})

test.each([
  ['vendr', 'vendor'],
  ['VENDOR', 'vendor'],
  ['vendor_name', 'vendor'],
  ['q', 'query'],
  ['max_result', 'max_results'],
  ['results', 'max_results'],
  ['dat', 'date'],
])('%j was meant to be %j', (name, meant) => {
  expect(closestName(name, ['vendor', 'date', 'id', 'query', 'max_results'])).toBe(meant)
})

test.each(['', 'x', 'zz', 'foo', 'limit', 'x'.repeat(65)])('%j resembles no name', (name) => {
  expect(closestName(name, ['vendor', 'date', 'id', 'query', 'max_results'])).toBeUndefined()
})
