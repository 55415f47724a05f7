import { Input } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { at, connection, search, toolWith } from '../../test/sample-tools.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { propertySchemas } from '../schema/property-schema.ts'
import { mcpServer, platformTool, subconscious } from './subconscious.ts'

test('a function tool is flat, with the caller’s headers and the hidden defaults', () => {
  expect(subconscious(at(search), connection)).toStrictEqual({
    type: 'function',
    name: 'search_notes',
    description: 'Find notes. Use it before you write a new one.',
    url: 'https://tools.example.com/v1/tools/search_notes',
    method: search.methods[0],
    timeout: 10,
    parameters: {
      ...modelSchema(search),
      properties: propertySchemas(modelSchema(search).properties),
    },
    headers: { 'x-api-key': 'qm_key' },
    defaults: { session_id: 's-1', region: 'eu' },
  })
})

test('a versioned tool has its version in a header that hosts send with every call', () => {
  const tool = toolWith(Input({}), { version: 3 })
  expect(subconscious(at(tool), connection).headers).toEqual({
    'x-api-key': 'qm_key',
    'x-schema-version': '3',
  })
})

test('a tool with the method GET only is called with GET', () => {
  const tool = toolWith(Input({}), { methods: ['GET'] })
  expect(subconscious(at(tool), connection).method).toBe('GET')
})

test.each([
  ['https://tools.example.com', 'https://tools.example.com/v1/tools/sample'],
  ['https://tools.example.com/', 'https://tools.example.com/v1/tools/sample'],
  ['https://example.com/gateway/', 'https://example.com/gateway/v1/tools/sample'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/tools/sample'],
])('under %s the tool is at %s', (publicUrl, url) => {
  const tool = at(toolWith(Input({})))
  expect(subconscious(tool, { publicUrl, headers: {} }).url).toBe(url)
})

test('the timeout is in whole seconds, and no shorter than the tool’s', () => {
  const tool = toolWith(Input({}), { timeoutSeconds: 1.5 })
  expect(subconscious(at(tool), connection).timeout).toBe(2)
})

test('a platform tool is its id', () => {
  expect(platformTool('web_search')).toEqual({ type: 'platform', id: 'web_search' })
})

test.each([
  [{ 'X-API-Key': 'k' }, { auth: { type: 'api_key', token: 'k', header: 'x-api-key' } }],
  [{ authorization: 'Bearer k' }, { auth: { type: 'bearer', token: 'k' } }],
  [{}, {}],
])('the MCP entry for the headers %j carries %j', (headers, auth) => {
  const { publicUrl } = connection
  expect(mcpServer({ publicUrl, headers }, '/mcp', ['ping'])).toStrictEqual({
    type: 'mcp',
    url: 'https://tools.example.com/mcp',
    allowedTools: ['ping'],
    ...auth,
  })
})
