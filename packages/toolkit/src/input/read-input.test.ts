import { type TObject, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../json/json.ts'
import { Input, JsonText, strictType } from '../schema/annotations.ts'
import { toolsFor } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'
import { readInput } from './read-input.ts'
import { unwrapEnvelope } from './unwrap-envelope.ts'

const toolWith = (input: TObject, defaults: Record<string, unknown> = {}) =>
  toolsFor<unknown>()({
    name: 'search',
    description: 'Finds things.',
    effect: 'read',
    input,
    output: Type.Unknown(),
    defaults,
    handler: async () => null,
  })

const search = toolWith(
  Input({ query: Type.String(), max_results: Type.Optional(Type.Integer({ default: 10 })) }),
)

/** The handler's input. */
const inputOf = (body: unknown, tool = search) =>
  readInput(tool, unwrapEnvelope(tool, body).parameters)

/** The error for the caller. */
function errorOf(run: () => unknown): ToolError {
  try {
    run()
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('The call was accepted')
}

test('the body is the parameters', () => {
  expect(inputOf({ query: 'q', max_results: 5 })).toEqual({ query: 'q', max_results: 5 })
})

test.each([
  { tool_name: 'search', parameters: { query: 'q' }, request_id: 'r1' },
  { parameters: { query: 'q' }, tool_call_id: 'c1' },
  { parameters: '{"query":"q"}', request_id: 'r1', metadata: { user: 'u' } },
  { tool_name: null, parameters: { query: 'q' } },
])('the envelope %j is unwrapped', (body) => {
  expect(inputOf(body)).toEqual({ query: 'q', max_results: 10 })
})

test('an envelope has ids and metadata of the host', () => {
  const body = { parameters: {}, request_id: 'r1', tool_call_id: 7, metadata: { user: 'u' } }
  expect(unwrapEnvelope(search, body)).toEqual({
    parameters: {},
    requestId: 'r1',
    toolCallId: '7',
    metadata: { user: 'u' },
  })
  const long = parseJson('{"parameters":{},"request_id":12345678901234567890}')
  expect(unwrapEnvelope(search, long).requestId).toBe('12345678901234567890')
  for (const request_id of [{ a: 1 }, ['r1'], true]) {
    expect(() => unwrapEnvelope(toolWith(Input({})), { parameters: {}, request_id })).toThrow(
      "'request_id' must be a text or a number.",
    )
  }
  const empty = { parameters: {}, request_id: '', tool_call_id: null, metadata: null }
  expect(unwrapEnvelope(search, empty)).toEqual({ parameters: {}, metadata: {} })
})

test.each([
  undefined,
  null,
  {},
  { tool_name: 'search', parameters: null },
  { tool_name: 'search', parameters: '' },
  { tool_name: 'search', parameters: 'null' },
  { tool_name: 'search', parameters: '{}' },
])('%j has no parameters', (body) => {
  expect(unwrapEnvelope(search, body).parameters).toEqual({})
})

test.each([
  [{ parameters: { query: 'q' } }, 'parameters'],
  [{ tool_name: 'search', parameters: { query: 'q' }, extra: 1 }, 'tool_name'],
  [{ tool_name: 'search', parameters: 5 }, 'tool_name'],
  [{ tool_name: 'search', query: 'q' }, 'tool_name'],
])('%j is not an envelope, so %s is an unknown parameter', (body, name) => {
  const { message } = errorOf(() => inputOf(body))
  expect(message).toContain(`Unknown parameter '${name}'.`)
  expect(message).toContain(' Valid parameters: query, max_results.')
})

test('a tool with a parameter called parameters works flat and in an envelope', () => {
  const tool = toolWith(Input({ parameters: Type.Any(), request_id: Type.Optional(Type.String()) }))
  expect(inputOf({ parameters: { a: 1 } }, tool)).toEqual({ parameters: { a: 1 } })
  const flat = { parameters: { a: 1 }, request_id: 'mine' }
  expect(inputOf(flat, tool)).toEqual(flat)
  const wrapped = { tool_name: 'search', parameters: { parameters: 'x' } }
  expect(inputOf(wrapped, tool)).toEqual({ parameters: 'x' })
})

test('an envelope for another tool is refused', () => {
  const error = errorOf(() => unwrapEnvelope(search, { tool_name: 'delete_all', parameters: {} }))
  expect(error).toMatchObject({ code: 'invalid_input', status: 400 })
  expect(error.message).toBe("This is the URL of 'search', but tool_name names another tool.")
})

test.each([
  [
    '{bad',
    'malformed_json',
    "The text in 'parameters' cannot be parsed: it is not valid JSON: line 1, column 2: put the name in double quotes.",
  ],
  [
    '['.repeat(200),
    'malformed_json',
    "The text in 'parameters' cannot be parsed: it is nested deeper than 100 levels.",
  ],
  ['[1]', 'invalid_input', "The text in 'parameters' must be a JSON object."],
  ['"{}"', 'invalid_input', "The text in 'parameters' must be a JSON object."],
])('parameters as the text %j are refused', (parameters, code, message) => {
  const error = errorOf(() => unwrapEnvelope(search, { tool_name: 'search', parameters }))
  expect(error).toMatchObject({ code, message, status: 400 })
})

test.each([[[1]], ['text'], [5], [true], [parseJson('1e400')]])(
  '%j is not a valid body',
  (body) => {
    const { message } = errorOf(() => unwrapEnvelope(search, body))
    expect(message).toBe('The body must be one JSON object with the arguments.')
  },
)

test('members that Letta adds are dropped, unless the tool declares them', () => {
  const added = { request_heartbeat: true, heartbeat: 1, mcp_server_id: 'x', mcp_server_name: 'y' }
  expect(inputOf({ query: 'q', ...added })).toEqual({ query: 'q', max_results: 10 })
  const open = toolWith(Type.Object({}, { additionalProperties: true }))
  expect(inputOf({ ...added, other: 1 }, open)).toEqual({ other: 1 })
  const pulse = toolWith(Input({ heartbeat: Type.Integer() }))
  expect(inputOf({ heartbeat: '72' }, pulse)).toEqual({ heartbeat: 72 })
})

test('an undeclared argument is refused unless the schema allows it', () => {
  const Query = { query: Type.String() }
  const silent = toolWith(Type.Object(Query))
  expect(errorOf(() => inputOf({ query: 'q', foo: 1 }, silent)).message).toBe(
    "Unknown parameter 'foo'. Valid parameters: query.",
  )
  const open = toolWith(Type.Object(Query, { additionalProperties: true }))
  expect(inputOf({ query: 'q', foo: 1 }, open)).toEqual({ query: 'q', foo: 1 })
  const typed = toolWith(Type.Object(Query, { additionalProperties: Type.Integer() }))
  expect(inputOf({ query: 'q', foo: '1' }, typed)).toEqual({ query: 'q', foo: 1 })
})

test('inside an argument, additionalProperties is allowed by default as in JSON Schema', () => {
  const tool = toolWith(Input({ filter: Type.Object({ a: Type.Optional(Type.String()) }) }))
  expect(inputOf({ filter: { b: 1 } }, tool)).toEqual({ filter: { b: 1 } })
})

test('an argument called __proto__ is refused and changes nothing', () => {
  const body = parseJson('{"query":"q","__proto__":{"x":1}}')
  expect(errorOf(() => inputOf(body)).message).toContain("Unknown parameter '__proto__'.")
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('optional arguments that are null count as absent; required ones are wrong', () => {
  expect(inputOf({ query: 'q', max_results: null })).toEqual({ query: 'q', max_results: 10 })
  expect(errorOf(() => inputOf({ query: null })).message).toBe(
    "Parameter 'query' must be text, not null.",
  )
})

test('a value of any kind reaches the handler with every digit', () => {
  const tool = toolWith(Input({ value: JsonText('Any value.') }))
  const text = '{"value":{"n":[12345678901234567890,1e400],"__proto__":"\\ud800"}}'
  expect(stringifyJson(inputOf(parseJson(text), tool))).toBe(text)
})

test('confirm must be the boolean', () => {
  const tool = toolWith(Input({ confirm: Type.Boolean({ [strictType]: true }) }))
  expect(inputOf({ confirm: true }, tool)).toEqual({ confirm: true })
  expect(errorOf(() => inputOf({ confirm: 'true' }, tool)).message).toBe(
    `Parameter 'confirm' must be true or false, not the text "true".`,
  )
})

const hidden = toolWith(Input({ query: Type.String(), account: Type.Integer() }), {
  account: 42,
  tenant: { id: 't1' },
})

test('hidden defaults override the arguments, whether the schema declares them or not', () => {
  const expected = { query: 'q', account: 42, tenant: { id: 't1' } }
  expect(inputOf({ query: 'q' }, hidden)).toEqual(expected)
  expect(inputOf({ query: 'q', account: 7, tenant: 'mine' }, hidden)).toEqual(expected)
  expect(inputOf({ query: 'q', account: 'no number' }, hidden)).toEqual(expected)
})

test('the names of hidden defaults are not shown to the model', () => {
  const error = errorOf(() => inputOf({ query: 'q', acount: 7 }, hidden))
  expect(error.message).toBe("Unknown parameter 'acount'. Valid parameters: query.")
  expect(error.suggestion).toBe("Leave out 'acount'.")
})

test('a hidden default that does not fit is the operator’s mistake and is not shown', () => {
  const broken = toolWith(Input({ account: Type.Integer() }), { account: 'secret' })
  expect(() => inputOf({}, broken)).toThrow("The hidden default 'account' of 'search' does not fit")
  expect(() => inputOf({}, broken)).not.toThrow(ToolError)
  expect(() => inputOf({}, broken)).not.toThrow('secret')
})

test('a list as the body is shown as the argument that it can only be', () => {
  const subscribe = toolWith(Input({ topics: Type.Array(Type.String()) }))
  const { suggestion } = errorOf(() => unwrapEnvelope(subscribe, ['sales']))
  expect(suggestion).toBe('Send {"topics":["sales"]}')
  const two = toolWith(Input({ n: Type.Integer() }))
  expect(errorOf(() => unwrapEnvelope(two, [6])).suggestion).toBe('Send an object such as {"n":1}')
})

test('a list that a read cannot take is left out; a write may lose it', () => {
  const input = { query: 'q', topics: ['sales'] }
  expect(errorOf(() => inputOf(input)).suggestion).toBe("Leave out 'topics'.")
  expect(errorOf(() => inputOf(input, { ...search, effect: 'write' })).suggestion).toContain(
    "content of 'topics'",
  )
})

const destroy = { ...toolWith(Input({ key: Type.String() })), effect: 'destroy' as const }
const write = {
  ...toolWith(Input({ key: Type.String(), if_version: Type.Optional(Type.Integer()) })),
  effect: 'write' as const,
}

test.each(['dry_run', 'preview', 'keep_values', 'only_expired'])(
  'a call that %j should have limited is not suggested without it',
  (name) => {
    const { suggestion } = errorOf(() => inputOf({ key: 'k', [name]: true }, destroy))
    expect(suggestion).toBe(
      `There is no '${name}' here. Send the call without it only if its whole effect is meant.`,
    )
  },
)

test.each([{ overwrite: false }, { append: true }, { if_not_exists: true }])(
  '%j does not become a call that replaces a value',
  (flag) => {
    const { suggestion } = errorOf(() => inputOf({ key: 'k', ...flag }, write))
    expect(suggestion).toContain('send "if_version": 0')
  },
)

test('what to delete is not guessed from an argument of another name', () => {
  expect(errorOf(() => inputOf({ topic: 'leads' }, destroy)).suggestion).not.toContain('Rename')
  expect(errorOf(() => inputOf({ name: 'acme' }, destroy)).suggestion).toContain(
    `Rename 'name' to 'key': {"key":"acme"}`,
  )
})
