import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { Input } from '../schema/annotations.ts'
import { toolsFor } from '../tool/tool.ts'
import { unwrapEnvelope } from './unwrap-envelope.ts'

const toolWith = (properties: Parameters<typeof Input>[0]) =>
  toolsFor<unknown>()({
    name: 'search',
    description: 'Finds things.',
    effect: 'read',
    input: Input(properties),
    output: Type.Unknown(),
    handler: async () => null,
  })

const search = toolWith({ query: Type.String() })

test.each([
  { name: 'search', arguments: '{"query":"q"}' },
  { name: 'search', arguments: { query: 'q' } },
  { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"query":"q"}' } },
  { type: 'function', function: { name: 'search', arguments: { query: 'q' } }, index: 0 },
  {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'search',
    arguments: '{"query":"q"}',
    status: 'completed',
  },
  { name: 'search', input: { query: 'q' } },
  { type: 'tool_use', id: 'toolu_1', name: 'search', input: { query: 'q' } },
  { name: 'search', args: { query: 'q' } },
  { functionCall: { id: '1', name: 'search', args: { query: 'q' } } },
])('F13 a tool call as a model wrote it is an envelope: %j', (body) => {
  expect(unwrapEnvelope(search, body)).toEqual({ parameters: { query: 'q' }, metadata: {} })
})

test.each([
  { name: 'search', arguments: '' },
  { name: 'search', arguments: null },
  { name: 'search', input: {} },
])('%j has no arguments', (body) => {
  expect(unwrapEnvelope(search, body).parameters).toEqual({})
})

test('F13 a model’s id does not make two calls the same call', () => {
  const body = { type: 'tool_use', id: 'call_1', name: 'search', input: {} }
  expect(unwrapEnvelope(search, body)).not.toHaveProperty('toolCallId')
})

test.each([
  { name: 'delete_all', arguments: '{}' },
  { type: 'tool_use', id: '1', name: 'delete_all', input: {} },
])('a call of another tool is refused, with the name of that tool: %j', (body) => {
  expect(() => unwrapEnvelope(search, body)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      message: "This is the URL of 'search', but name names another tool.",
      suggestion: "Send the call to the URL of 'delete_all', or set name to 'search'.",
    }),
  )
})

test('broken arguments are reported with line and column', () => {
  expect(() => unwrapEnvelope(search, { name: 'search', arguments: "{'query': 'q'}" })).toThrow(
    "The text in 'arguments' cannot be parsed: it is not valid JSON: line 1, column 2: use double quotes instead of single quotes.",
  )
})

test('a tool that has these parameters itself gets them unchanged', () => {
  const run = toolWith({ name: Type.String(), arguments: Type.String() })
  const body = { name: 'search', arguments: '{"a":1}' }
  expect(unwrapEnvelope(run, body).parameters).toEqual(body)
  const create = toolWith({ name: Type.String(), input: Type.Any() })
  const sent = { name: 'search', input: { a: 1 } }
  expect(unwrapEnvelope(create, sent).parameters).toEqual(sent)
})

test.each([
  { name: 'search', arguments: '{}', query: 'q' },
  { name: 'search', arguments: ['q'] },
  { name: 5, arguments: '{}' },
  { arguments: '{}' },
  { name: 'search' },
])('%j is not an envelope', (body) => {
  expect(unwrapEnvelope(search, body).parameters).toEqual(body)
})

test('a JSON-RPC message is refused, with the arguments that it carries', () => {
  const params = { name: 'search', arguments: { query: 'q' } }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  expect(() => unwrapEnvelope(search, message)).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      suggestion: 'Send the arguments alone: {"query":"q"}. JSON-RPC messages go to POST /mcp.',
    }),
  )
})
