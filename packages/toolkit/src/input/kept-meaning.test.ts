import { type TObject, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { Input, JsonText, lifetimeUnit } from '../schema/annotations.ts'
import type { Example } from '../tool/tool.ts'
import { toolsFor } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'
import { readInput } from './read-input.ts'

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

const Cancel = Input({
  schedule_id: Type.Integer({ minimum: 1, description: 'The id of the schedule.' }),
})

const Columns = Input({
  columns: Type.Array(Input({ name: Type.String(), type: Type.Enum({ a: 'text', b: 'number' }) })),
})

const Push = Input({
  key: Text('The key.'),
  value: JsonText('Any value.'),
  topics: Type.Optional(Type.Array(Type.String(), { description: 'Topics.' })),
  subscribers: Type.Optional(Type.Array(Type.String(), { description: 'Agents.' })),
  ttl: Type.Optional(Type.Number({ description: 'Seconds.' })),
})
const DeleteTopic = Input({
  topic: Text('The topic.'),
  confirm: Type.Boolean({ description: 'Must be true.' }),
})
const SaveFields = Input({
  extracted_fields: Type.Record(Type.String(), Type.Any(), { description: 'The fields.' }),
})
const List = Input({
  pattern: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer()),
  cursor: Type.Optional(Type.String()),
})

test.each(['dry_run', 'preview', 'keep_items', 'undo'])(
  'a flag of another name such as %j is not taken for a confirmation',
  (name) => {
    const suggestion = suggestionFor(DeleteTopic, { topic: 'leads', [name]: true })
    expect(suggestion).not.toContain('Rename')
  },
)

test.each([
  ['agent_id', Input({ source_code: Text('The code.') })],
  ['user', Input({ key: Text('A key.') })],
  ['priority', Input({ prompt: Text('The prompt.') })],
  ['ttl_minutes', Push],
])('the value of %j, which means something else, gets no other name', (name, schema) => {
  const suggestion = suggestionFor(schema, { key: 'k', value: 'v', [name]: 30 })
  expect(suggestion).not.toContain('Rename')
})

test('an id out of range is not replaced by another id', () => {
  expect(suggestionFor(Cancel, { schedule_id: -1 })).not.toContain('Send')
})

test.each<[string, TObject, Record<string, unknown>, string]>([
  [
    'recipients are agents, not topics',
    Push,
    { key: 'k', value: 1, to: 'Research' },
    `Rename 'to' to 'subscribers' and send a list: {"key":"k","value":1,"subscribers":["Research"]}`,
  ],
  [
    'names with commas between them',
    Push,
    { key: 'k', value: 1, topics: 'leads, news' },
    'Send {"topics":["leads","news"]}.',
  ],
  [
    'several calls in one',
    Push,
    {
      items: [
        { key: 'a', value: 1 },
        { key: 'b', value: 2 },
      ],
    },
    `Make one call for each item of 'items', the first with {"key":"a","value":1}`,
  ],
  [
    'members without their object',
    SaveFields,
    { vendor: 'Acme', total: 7 },
    `Put 'vendor' and 'total' into 'extracted_fields': {"extracted_fields":{"vendor":"Acme","total":7}}`,
  ],
  [
    'names and values in a list',
    SaveFields,
    { extracted_fields: [{ name: 'vendor', value: 'Acme' }] },
    'Send {"extracted_fields":{"vendor":"Acme"}}.',
  ],
  [
    'objects in a list',
    SaveFields,
    { extracted_fields: [{ vendor: 'Acme' }, { total: 7 }] },
    'Send {"extracted_fields":{"vendor":"Acme","total":7}}.',
  ],
  [
    'a type by another name',
    Columns,
    { columns: [{ name: 'total', type: 'string' }] },
    'Send {"columns":[{"name":"total","type":"text"}]}.',
  ],
  [
    'the number of a page',
    List,
    { page: 2 },
    "Leave out 'page'; for the next page, send the next_cursor of the last answer as 'cursor'.",
  ],
])('%s', (_name, schema, input, suggestion) => {
  expect(suggestionFor(schema, input)).toBe(suggestion)
})

const Lifetime = Input({
  ttl_hours: Type.Optional(Type.Number({ [lifetimeUnit]: 3600, description: 'Hours.' })),
  ttl: Type.Optional(Type.Number({ [lifetimeUnit]: 1, description: 'Seconds.' })),
})

test.each<[Record<string, unknown>, string]>([
  [{ ttl: '1 hour' }, 'Send {"ttl":3600}.'],
  [{ ttl: '24h' }, 'Send {"ttl":86400}.'],
  [{ ttl_hours: '2 days' }, 'Send {"ttl_hours":48}.'],
  [{ ttl_hours: 'forever' }, 'Send {"ttl_hours":0}.'],
  [{ ttl_minutes: 30 }, `Rename 'ttl_minutes' to 'ttl' and convert it: {"ttl":1800}`],
  [{ expires_in_days: 2 }, `Rename 'expires_in_days' to 'ttl' and convert it: {"ttl":172800}`],
  [
    { expires_at: '2099-01-01T00:00:00Z' },
    "Send the hours until then as 'ttl_hours' in place of 'expires_at'.",
  ],
  [{ ttl: 'soon' }, `Correct 'ttl': Seconds. Example: {"ttl":86400}`],
])('the lifetime in %j does not become shorter', (input, suggestion) => {
  expect(suggestionFor(Lifetime, input)).toBe(suggestion)
})

test('an example has the value that the description names', () => {
  const zone = Input({ time_zone: Text('An IANA time zone such as America/New_York.') })
  expect(suggestionFor(zone, {})).toContain('Example: {"time_zone":"America/New_York"}')
})

test('tools that are allowed are not renamed to tools that are denied', () => {
  const limits = Input({
    denied_tools: Type.Optional(Type.Array(Type.String())),
    allowed_tools: Type.Optional(Type.Array(Type.String())),
  })
  expect(suggestionFor(limits, { tools: ['get_context'] })).toBe(
    `Rename 'tools' to 'allowed_tools': {"allowed_tools":["get_context"]}`,
  )
})

test('a value inside of an alternative is corrected', () => {
  const columns = Type.Array(
    Type.Union([
      Type.String(),
      Input({ name: Type.String(), type: Type.Enum({ t: 'text', n: 'number' }) }),
    ]),
  )
  const wrong = { columns: [{ name: 'total', type: 'float' }] }
  expect(suggestionFor(Input({ columns }), wrong)).toBe(
    'Send {"columns":[{"name":"total","type":"number"}]}.',
  )
})
