import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { customMessage, Input } from '../schema/annotations.ts'
import { readValue } from '../schema/read-value.ts'
import { explainProblems } from './explain-problems.ts'

const Search = Input({
  query: Type.String({ description: 'What to look for.' }),
  max_results: Type.Optional(Type.Integer({ minimum: 1 })),
  units: Type.Optional(Type.Union([Type.Literal('celsius'), Type.Literal('fahrenheit')])),
  columns: Type.Optional(Type.Array(Input({ name: Type.String() }))),
  confirm: Type.Optional(Type.Literal(true, { [customMessage]: 'Set confirm to true to go on.' })),
})

const errorFor = (input: unknown) =>
  explainProblems(readValue(Search, input).problems, Search, { input })

const VALID = 'query, max_results, units, columns, confirm'

test.each<[string, unknown, string]>([
  ['missing', {}, "Missing required parameter 'query'."],
  ['unknown', { query: 'q', foo: 1 }, `Unknown parameter 'foo'. Valid parameters: ${VALID}.`],
  [
    'unknown twice',
    { query: 'q', foo: 1, bar: 2 },
    `Unknown parameter 'foo'. Unknown parameter 'bar'. Valid parameters: ${VALID}.`,
  ],
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
  ['with a custom message', { query: 'q', confirm: false }, 'Set confirm to true to go on.'],
  ['without a name', { query: 'q', '': 1 }, `Unknown parameter ''. Valid parameters: ${VALID}.`],
  [
    'two mistakes',
    { max_results: 0 },
    "Missing required parameter 'query'. Parameter 'max_results' must be 1 or more, not 0.",
  ],
  ['not an object', [], 'The arguments must be an object, not a list.'],
])('%s', (_name, input, text) => {
  const error = errorFor(input)
  expect(error.message).toBe(text)
  expect(error).toMatchObject({ code: 'invalid_input', status: 400, retryable: false })
})

test('a tool without parameters says that it has none', () => {
  const none = Input({})
  const { message } = explainProblems(readValue(none, { a: 1 }).problems, none)
  expect(message).toBe("Unknown parameter 'a'. Valid parameters: none.")
})

test('of many problems the first five are listed, each with its location', () => {
  const columns = Array.from({ length: 100 }, (_, index) => ({ name: index }))
  const error = errorFor({ query: 'q', columns })
  expect(error.message).toMatch(/^Parameter 'columns\[0].name' must be text, not 0\. /)
  expect(error.message).toMatch(
    /'columns\[4].name' must be text, not 4\. There is more to correct\.$/,
  )
  expect(error.details.problems).toHaveLength(5)
  expect(error.details.problems).toContainEqual({
    parameter: 'columns[2].name',
    kind: 'type',
    expected: 'text',
  })
})

test('a problem that two parts of a schema report is listed once', () => {
  const schema = Type.Object({ n: Type.Intersect([Type.Object({}), Type.Object({})]) })
  const { message } = explainProblems(readValue(schema, { n: 5 }).problems, schema)
  expect(message).toBe("Parameter 'n' must be an object, not 5.")
})

test('a hostile parameter name cannot break the message', () => {
  const { message } = errorFor({ query: 'q', 'line\nbreak': 1 })
  expect(message).toContain(`Unknown parameter 'line\\nbreak'.`)
  expect(errorFor({ query: 'q', ['x'.repeat(1_000_000)]: 1 }).message.length).toBeLessThan(500)
  expect(errorFor({ query: 'q', ['😀'.repeat(100)]: 1 }).message.isWellFormed()).toBe(true)
})

test('F12 the list of problems is for programs and does not repeat the message', () => {
  const error = errorFor({ query: 'q', max_results: 0 })
  expect(error.message).toBe("Parameter 'max_results' must be 1 or more, not 0.")
  expect(error.details.problems).toEqual([
    { parameter: 'max_results', kind: 'range', expected: 'a whole number' },
  ])
})

test('F11 sentences are separated; a custom message alone stays as it is', () => {
  const Cancel = Input({
    schedule_id: Type.Integer({ [customMessage]: 'Schedule ID must be a number' }),
  })
  const messageFor = (input: unknown) =>
    explainProblems(readValue(Cancel, input).problems, Cancel, { input }).message
  expect(messageFor({ schedule_id: 'x' })).toBe('Schedule ID must be a number')
  expect(messageFor({ id: 9999 })).toBe(
    "Schedule ID must be a number. Unknown parameter 'id'. Valid parameters: schedule_id.",
  )
})

const Destination = Input({
  url: Type.String({ description: 'The address.' }),
  secrets: Type.Optional(Type.Array(Type.String())),
  api_key: Type.Optional(Type.String()),
  kind: Type.Optional(Type.Union([Type.Literal('webhook'), Type.Literal('inbox')])),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
})
const Settings = Input({ deliver_to: Type.Optional(Destination) })

test.each<[string, unknown]>([
  ['a misspelt name next to a secret', { deliver_to: { uri: 'https://x', api_key: 'hidden' } }],
  ['a misspelt group', { deliverto: { url: 'https://x', api_key: 'hidden' } }],
  ['a text for a list of secrets', { deliver_to: { url: 'https://x', secrets: 'hidden' } }],
  ['a number', { deliver_to: { url: 'https://x', secrets: [1], api_key: ['hidden'] } }],
  ['a misspelt secret', { deliver_to: { url: 'https://x', api_kei: 'hidden' } }],
  [
    'a header that is no text',
    { deliver_to: { url: 'https://x', headers: { 'x-a': ['hidden'] } } },
  ],
  ['a choice', { deliver_to: { url: 'https://x', kind: 'Webhook', headers: { b: 'hidden' } } }],
])('no error repeats a secret: %s', (_name, input) => {
  const error = explainProblems(readValue(Settings, input).problems, Settings, { input })
  expect(error.message + error.suggestion + JSON.stringify(error.details)).not.toContain('hidden')
  expect(error.suggestion).not.toBe('')
})
