import { expect, test } from 'vitest'
import { readResource } from './resource.ts'

const PUBLIC = 'https://qm.example'

test('the address of the endpoint selects all tools', () => {
  const all = { uri: 'https://qm.example/connect/mcp', subjects: {}, tools: undefined }
  expect(readResource('https://qm.example/connect/mcp', PUBLIC)).toEqual(all)
  expect(readResource(undefined, PUBLIC)).toEqual(all)
})

test('its query selects tools as it does in a request', () => {
  const uri = 'https://qm.example/connect/mcp?table=a&table=b&tools=get_context,save_table_row'
  expect(readResource(uri, PUBLIC)).toEqual({
    uri,
    subjects: { table: ['a', 'b'] },
    tools: ['get_context', 'save_table_row'],
  })
})

test.each([
  'https://other.example/connect/mcp',
  'https://qm.example/mcp',
  'https://qm.example/connect/mcp/more',
  'https://qm.example/connect/mcp#part',
  'http://qm.example/connect/mcp',
  'connect/mcp',
])('%s is another resource', (uri) => {
  expect(readResource(uri, PUBLIC)).toBeUndefined()
})
