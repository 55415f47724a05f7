import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolsFor } from '../tool/tool.ts'
import { ToolError } from '../tool/tool-error.ts'
import { unwrapEnvelope } from './unwrap-envelope.ts'

const push = toolsFor()({
  name: 'push',
  description: 'Push.',
  effect: 'write',
  input: Type.Object({ key: Type.String(), value: Type.Unknown() }),
  output: Type.Object({}),
  handler: async () => ({}),
})

const members = fc.constantFrom(
  'tool_name',
  'parameters',
  'request_id',
  'tool_call_id',
  'metadata',
  'name',
  'arguments',
  'input',
  'args',
  'type',
  'function',
  '__proto__',
)
const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('push', 'other', '{"key":"a"}', '{"key":', '[]', 'null'),
)

test('any body is either read or refused with an explanation', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(members, values), fc.jsonValue()), (body) => {
      try {
        const { parameters, metadata } = unwrapEnvelope(push, body)
        expect(typeof parameters).toBe('object')
        expect(typeof metadata).toBe('object')
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError)
      }
    }),
  )
})

test('arguments arrive unchanged, bare or in an envelope', () => {
  const Arguments = fc.record({ key: fc.string(), value: fc.jsonValue() })
  fc.assert(
    fc.property(Arguments, fc.option(fc.string(), { nil: undefined }), (parameters, id) => {
      expect(unwrapEnvelope(push, parameters).parameters).toEqual(parameters)
      const envelope = { tool_name: 'push', parameters, ...(id && { request_id: id }) }
      expect(unwrapEnvelope(push, envelope).parameters).toEqual(parameters)
    }),
  )
})
