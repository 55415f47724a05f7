import { specTypeSchemas, type Tool } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { type Effect, Input } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { at, ping, search, toolWith } from '../../test/sample-tools.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { mcp } from './mcp.ts'

test('the tool is valid by MCP’s own schema', () => {
  const tool = mcp(at(search)) satisfies Tool
  expect(specTypeSchemas.Tool['~standard'].validate(tool)).toEqual({ value: tool })
  expect(tool).toMatchObject({ name: 'search_notes', inputSchema: modelSchema(search) })
})

test.each<[Effect, boolean, boolean, boolean]>([
  ['read', true, false, true],
  ['write', false, false, false],
  ['destroy', false, true, false],
])('%s: read-only %s, destructive %s, idempotent %s', (effect, reads, destroys, repeats) => {
  expect(mcp(at(toolWith(Input({}), { effect }))).annotations).toEqual({
    readOnlyHint: reads,
    destructiveHint: destroys,
    idempotentHint: repeats,
    openWorldHint: false,
  })
})

test('a tool that calls other systems says so', () => {
  const { annotations } = mcp(at(toolWith(Input({}), { openWorld: true })))
  expect(annotations.openWorldHint).toBe(true)
})

test('the title is for people', () => {
  expect(mcp(at(search)).title).toBe('Search notes')
})

test('the output schema can be left out', () => {
  expect(mcp(at(search), false)).not.toHaveProperty('outputSchema')
})

test('the output schema accepts whole and truncated answers, and no others', () => {
  const { outputSchema } = mcp(at(search))
  const check = new AjvJsonSchemaValidator().getValidator(outputSchema ?? {})
  const answer = { notes: [{ id: 'n1', title: 'One' }], total: 1 }
  expect(check(answer).valid).toBe(true)
  expect(check({ ...answer, truncated: true, truncation: { part: 'notes' } }).valid).toBe(true)
  expect(check({ notes: 'none' }).valid).toBe(false)
})

test.each([
  ['text', ping],
  ['a list', toolWith(Input({}), { output: Type.Array(Type.String()) })],
  ['anything', toolWith(Input({}))],
])('an answer that is %s has no output schema', (_, tool) => {
  expect(mcp(at(tool))).not.toHaveProperty('outputSchema')
})
