import { Input, parseJson } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { ping, search, toolWith } from '../../test/sample-tools.ts'
import { modelSchema } from './model-schema.ts'

test('a parameter with a hidden default is in neither properties nor required', () => {
  const { properties, required } = modelSchema(search)
  expect(properties).not.toHaveProperty('session_id')
  expect(required).toEqual(['query'])
})

test('a tool without parameters has empty properties and required', () => {
  expect(modelSchema(ping)).toEqual({
    type: 'object',
    properties: {},
    required: [],
    additionalProperties: false,
  })
})

test('a model schema contains JSON only', () => {
  const schema = modelSchema(search)
  expect(schema.properties.confirm).toEqual({ type: 'boolean' })
  expect(Object.getOwnPropertySymbols(schema.properties.confirm)).toEqual([])
  expect(schema).toStrictEqual(JSON.parse(JSON.stringify(schema)))
})

test('a choice of texts is an enum', () => {
  expect(modelSchema(search).properties.sort).toEqual({
    type: 'string',
    enum: ['new', 'old'],
    default: 'new',
  })
})

test('a choice whose options have descriptions stays a union', () => {
  const mode = Type.Union([Type.Literal('a', { description: 'First.' }), Type.Literal('b')])
  expect(modelSchema(toolWith(Input({ mode }))).properties.mode).toEqual({
    anyOf: [
      { const: 'a', type: 'string', description: 'First.' },
      { const: 'b', type: 'string' },
    ],
  })
})

test('a list always has items', () => {
  const lists = Type.Array(Type.Unsafe({ type: 'array' }))
  expect(modelSchema(toolWith(Input({ lists }))).properties.lists).toEqual({
    type: 'array',
    items: { type: 'array', items: {} },
  })
})

test('values such as defaults are not treated as schemas', () => {
  const filter = Type.Unsafe({ type: 'object', default: { type: 'array' } })
  expect(modelSchema(toolWith(Input({ filter }))).properties.filter).toEqual({
    type: 'object',
    default: { type: 'array' },
  })
})

test('unknown parameters are refused unless the schema accepts them', () => {
  const open = Type.Object({}, { additionalProperties: true })
  expect(modelSchema(toolWith(open)).additionalProperties).toBe(true)
  expect(modelSchema(toolWith(Type.Object({}))).additionalProperties).toBe(false)
})

test('other keywords do not reach the top level', () => {
  const input = Type.Object({}, { minProperties: 1, title: 'T', anyOf: [{ required: ['a'] }] })
  expect(Object.keys(modelSchema(toolWith(input)))).toEqual([
    'type',
    'properties',
    'required',
    'additionalProperties',
  ])
})

test('a number keeps every digit', () => {
  const id = Type.Unsafe({ type: 'integer', default: parseJson('12345678901234567890') })
  const schema = modelSchema(toolWith(Input({ id })))
  expect(JSON.stringify(schema.properties.id)).toBe(
    '{"type":"integer","default":12345678901234567890}',
  )
})

test.each(['Invoice Date (€)', '', 'a b', 'x'.repeat(65)])('the key %j is refused', (key) => {
  const tool = toolWith(Input({ [key]: Type.String() }))
  expect(() => modelSchema(tool)).toThrow(`${JSON.stringify(key)} of sample`)
})

test('a hidden key may be one that vendors reject', () => {
  const tool = toolWith(Input({ 'a b': Type.String() }), { defaults: { 'a b': 'x' } })
  expect(modelSchema(tool).properties).toEqual({})
})
