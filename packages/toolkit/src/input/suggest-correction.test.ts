import { type TObject, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { customMessage, Input, JsonText } from '../schema/annotations.ts'
import type { Example } from '../tool/tool.ts'
import { toolsFor } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'
import { readInput } from './read-input.ts'
import { suggestCorrection } from './suggest-correction.ts'

/** The suggestion that a wrong call gets. */
function suggestionFor(schema: TObject, input: Record<string, unknown>, examples: Example[] = []) {
  const tool = toolsFor<unknown>()({
    name: 'sample',
    description: 'A sample.',
    effect: 'write',
    input: schema,
    output: Type.Unknown(),
    examples,
    handler: async () => null,
  })
  try {
    readInput(tool, input)
  } catch (error) {
    if (error instanceof ToolError) return error.suggestion
    throw error
  }
  throw new Error('The call was accepted')
}

const Text = (description: string) => Type.String({ description })

const GetContext = Input({
  keys: Type.Optional(Type.Array(Type.String(), { description: 'Keys to read.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'At most.' })),
})

const ConvertTime = Input({
  time: Text('A time.'),
  from_time_zone: Type.Optional(Text('A zone.')),
  to_time_zone: Text('A zone.'),
})

const SaveRow = Input({
  document_id: Text('The document.'),
  vendor: Type.Optional(Text('The vendor.')),
  amount: Type.Optional(Type.Number()),
  confidence_scores: Type.Optional(Type.Record(Type.String(), Type.Number())),
})

const Cancel = Input({
  schedule_id: Type.Integer({
    minimum: 1,
    description: 'The id of the schedule.',
    [customMessage]: 'Schedule ID must be a number',
  }),
})

test.each<[string, TObject, Record<string, unknown>, string]>([
  [
    'F13 a single value for a list parameter',
    GetContext,
    { key: 'acme' },
    `Rename 'key' to 'keys' and send a list: {"keys":["acme"]}`,
  ],
  [
    'F13 two unknown names, one of them for a missing parameter',
    ConvertTime,
    { time: '09:30', from: 'UTC', to: 'Asia/Tokyo' },
    `Rename 'to' to 'to_time_zone', and 'from' to 'from_time_zone': {"time":"09:30","from_time_zone":"UTC","to_time_zone":"Asia/Tokyo"}`,
  ],
  [
    'F1 an object around the parameters',
    SaveRow,
    { document_id: 'd1', row_data: { vendor: 'Acme', amount: 7 } },
    `Move the members of 'row_data' to the top level: {"document_id":"d1","vendor":"Acme","amount":7}`,
  ],
  [
    'an object around the parameters, as JSON text',
    SaveRow,
    { document_id: 'd1', row_data: '{"vendor":"Acme"}' },
    `Move the members of 'row_data' to the top level: {"document_id":"d1","vendor":"Acme"}`,
  ],
  [
    'F11 an unknown name for the only missing parameter',
    Cancel,
    { id: 9999 },
    `Rename 'id' to 'schedule_id': {"schedule_id":9999}`,
  ],
  [
    'a misspelt name',
    SaveRow,
    { document_id: 'd1', vendor_name: 'Acme' },
    `Rename 'vendor_name' to 'vendor': {"document_id":"d1","vendor":"Acme"}`,
  ],
])('%s gets the corrected call', (_name, schema, input, suggestion) => {
  expect(suggestionFor(schema, input)).toBe(suggestion)
  const corrected = JSON.parse(suggestion.slice(suggestion.indexOf('{')))
  expect(() => suggestionFor(schema, corrected)).toThrow('The call was accepted')
})

const Confidence = Input({ confidence: Type.Number({ minimum: 0, maximum: 1 }) })
const Scores = Input({ scores: Type.Record(Type.String(), Confidence.properties.confidence) })
const Misfire = Input({ misfire: Type.Union([Type.Literal('skip'), Type.Literal('catch_up')]) })
const Columns = Input({
  columns: Type.Array(Input({ name: Type.String(), type: Type.Enum({ a: 'text', b: 'number' }) })),
})

test.each([1.5, 5, 10])(
  '%j is no percentage: the suggestion guesses no confidence',
  (confidence) => {
    expect(suggestionFor(Confidence, { confidence })).toBe('Example: {"confidence":1}')
  },
)

test.each<[string, TObject, Record<string, unknown>, string]>([
  ['one item for a list', GetContext, { keys: 'acme' }, '{"keys":["acme"]}'],
  ['a number for a text', GetContext, { keys: ['acme', 5] }, '{"keys":["acme","5"]}'],
  ['a number above the maximum', GetContext, { limit: 5000 }, '{"limit":1000}'],
  ['a number below the minimum', GetContext, { limit: 0 }, '{"limit":1}'],
  ['a percentage in a record', Scores, { scores: { vendor: 95 } }, '{"scores":{"vendor":0.95}}'],
  ['a percentage for a fraction', Confidence, { confidence: 95 }, '{"confidence":0.95}'],
  ['a list with one item for the item', Cancel, { schedule_id: [7] }, '{"schedule_id":7}'],
  ['a misspelt choice', Misfire, { misfire: 'Catchup' }, '{"misfire":"catch_up"}'],
  ['yes for true', Input({ loop: Type.Boolean() }), { loop: 'yes' }, '{"loop":true}'],
  [
    'a value deep inside',
    Columns,
    { columns: [{ name: 'total', type: 'Number' }] },
    '{"columns":[{"name":"total","type":"number"}]}',
  ],
])('%s is corrected with the caller’s own value', (_name, schema, input, corrected) => {
  expect(suggestionFor(schema, input)).toBe(`Send ${corrected}.`)
  expect(() => suggestionFor(schema, JSON.parse(corrected))).toThrow('The call was accepted')
})

test('a list for a single value is unpacked', () => {
  expect(suggestionFor(Cancel, { schedule_ids: [7] })).toBe(
    `Rename 'schedule_ids' to 'schedule_id' and send its only item: {"schedule_id":7}`,
  )
})

test('a suggestion never drops an object, a list, or a value that a free parameter accepts', () => {
  const row = { invoice: { total: 7 } }
  expect(suggestionFor(SaveRow, { document_id: 'd1', row_data: row })).toBe(
    "Send the content of 'row_data' in the valid parameters.",
  )
  expect(suggestionFor(SaveRow, { document_id: 'd1', values: ['Acme', 7] })).toBe(
    "Send the content of 'values' in the valid parameters.",
  )
  expect(suggestionFor(SaveRow, { document_id: 'd1', supplier: 'Acme' })).toBe(
    "Send the value of 'supplier' as 'vendor' if it means the same; otherwise leave out 'supplier'.",
  )
})

test('an argument is left out only if no parameter could take it', () => {
  const full = { document_id: 'd1', vendor: 'Acme', amount: 7 }
  expect(suggestionFor(SaveRow, { ...full, verbose: true })).toBe("Leave out 'verbose'.")
  expect(suggestionFor(Input({}), { a: 1 })).toBe("Leave out 'a'.")
})

test('a parameter that was sent already is not suggested again', () => {
  expect(suggestionFor(GetContext, { keys: ['a'], key: 'b' })).not.toContain('Rename')
})

test('unknown names inside a list of objects are renamed there', () => {
  const Columns = Input({ columns: Type.Array(Input({ name: Type.String() })) })
  expect(suggestionFor(Columns, { columns: [{ name: 'a' }, { nam: 'b' }] })).toBe(
    `Rename 'columns[1].nam' to 'name': {"columns":[{"name":"a"},{"name":"b"}]}`,
  )
})

test('a value is not suggested again that was refused for another reason than the schema', () => {
  const schema = Input({ key: Text('A key.') })
  const problem = { path: ['key'], kind: 'format', message: 'cannot be stored' } as const
  const suggestion = suggestCorrection([problem], { schema, input: { key: 'a\u0000' } })
  expect(suggestion).toBe('Correct \'key\': A key. Example: {"key":"text"}')
})

test('a long call is not repeated', () => {
  const suggestion = suggestionFor(GetContext, { key: 'x'.repeat(1000) })
  expect(suggestion).toBe("Rename 'key' to 'keys' and send a list.")
})

test('after a rename, what is still wrong is explained', () => {
  expect(suggestionFor(ConvertTime, { tim: '09:30' })).toBe(
    `Rename 'tim' to 'time'. Add 'to_time_zone': A zone. Example: {"to_time_zone":"text"}`,
  )
})

const Filters = Type.Array(
  Input({
    column: Type.String(),
    operator: Type.Union([Type.Literal('equals'), Type.Literal('contains')]),
    value: Type.Optional(Type.String()),
  }),
  { description: 'Conditions that rows must meet.' },
)

test.each<[string, TObject, Record<string, unknown>, string]>([
  [
    'the shape of a list of objects',
    Input({ filters: Filters }),
    { filters: {} },
    `Correct 'filters': Conditions that rows must meet. Example: {"filters":[{"column":"text","operator":"equals"}]}`,
  ],
  [
    'a missing parameter',
    Cancel,
    {},
    `Add 'schedule_id': The id of the schedule. Example: {"schedule_id":1}`,
  ],
  [
    'a number in words',
    GetContext,
    { limit: 'many' },
    `Correct 'limit': At most. Example: {"limit":1}`,
  ],
  [
    'a format',
    Input({ day: Type.String({ format: 'date' }) }),
    { day: 'tomorrow' },
    'Example: {"day":"2026-01-31"}',
  ],
  [
    'a choice',
    Input({ unit: Type.Enum({ c: 'c', f: 'f' }) }),
    { unit: 'k' },
    'Example: {"unit":"c"}',
  ],
  [
    'any JSON',
    Input({ value: JsonText('Any value.') }),
    {},
    `Add 'value': Any value. Example: {"value":"text"}`,
  ],
])('F12 %s comes with an example value', (_name, schema, input, suggestion) => {
  expect(suggestionFor(schema, input)).toBe(suggestion)
})

test('F12 the example comes from the tool’s own examples, if one has the parameter', () => {
  const examples = [
    { title: 'Other', input: { limit: 20 } },
    { title: 'Some keys', input: { keys: ['customer_update'] } },
  ]
  expect(suggestionFor(GetContext, { keys: 5, limit: 'many' }, examples)).toBe(
    `Correct 'keys': Keys to read. Correct 'limit': At most. Example: {"keys":["customer_update"],"limit":20}`,
  )
})

test('F12 an example that the schema does not accept is not shown', () => {
  const Code = Input({ code: Type.String({ pattern: '^[A-Z]{3}\\d{4}$', description: 'A code.' }) })
  expect(suggestionFor(Code, { code: 'x' })).toBe("Correct 'code': A code.")
})

const Confidences = Type.Optional(Type.Record(Type.String(), Type.Number()))
const Row = Input({ vendor: Type.Optional(Type.String()), confidence_scores: Confidences })

test('a value that fits another parameter only by its type is not sent there without a thought', () => {
  const amount = Type.Optional(Type.Number())
  const row = Input({ ...Row.properties, amount })
  expect(suggestionFor(row, { vendor: 'Acme', confidence: 0.9 })).toBe(
    "Rename 'confidence' to 'confidence_scores', and send an object.",
  )
  expect(suggestionFor(row, { vendor: 'Acme', share: 0.9 })).toBe(
    "Send the value of 'share' as 'amount' if it means the same; otherwise leave out 'share'.",
  )
})

test('an id or a cursor is not suggested as the place of another value', () => {
  const list = Input({
    agent_id: Type.Optional(Type.String()),
    cursor: Type.Optional(Type.String()),
  })
  expect(suggestionFor(list, { status: 'active' })).toBe("Leave out 'status'.")
})

test('a number of minutes keeps its unit', () => {
  const every = Input({ every: Type.Union([Type.String(), Type.Integer()]) })
  expect(suggestionFor(every, { minutes: 5 })).toBe(
    `Rename 'minutes' to 'every' and add the unit: {"every":"5m"}`,
  )
})

test('a name of the same meaning is renamed', () => {
  const cron = Input({ timezone: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })
  expect(suggestionFor(cron, { tz: 'UTC' })).toBe(`Rename 'tz' to 'timezone': {"timezone":"UTC"}`)
})

test('a value that moved to the top level leaves no place for others', () => {
  const push = Input({ key: Type.String(), value: Type.String() })
  const call = { tool: 'push_context', args: { key: 'k', value: 'v' } }
  expect(suggestionFor(push, call)).toBe(
    "Move the members of 'args' to the top level. Leave out 'tool'.",
  )
})
