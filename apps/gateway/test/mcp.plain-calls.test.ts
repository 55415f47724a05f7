import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
  'x-agent': 'reader',
}

/** The response to a `tools/call`: with a progress token the SDK answers it, without one we do. */
async function compare(gateway: Awaited<ReturnType<typeof startGateway>>, params: object) {
  const send = async (meta: object) => {
    const { text, headers } = await gateway.request('POST', '/mcp', {
      headers: HEADERS,
      body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { ...params, ...meta } },
    })
    const isStream = headers.get('content-type')?.startsWith('text/event-stream')
    return JSON.parse(isStream ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text)
  }
  return { plain: await send({}), bySdk: await send({ _meta: { progressToken: 'token' } }) }
}

const withoutRequestId = (response: object): unknown =>
  JSON.parse(JSON.stringify(response).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'))

test.each([
  ['a call', { name: 'get_context', arguments: { keys: ['plan'] } }],
  ['a call without arguments', { name: 'discover_topics' }],
  ['a call with null for arguments', { name: 'discover_topics', arguments: null }],
  ['a call with a wrong argument', { name: 'get_context', arguments: { key: 'plan' } }],
  ['a call of an unknown tool', { name: 'get_contxt', arguments: {} }],
  ['a call with a list for arguments', { name: 'get_context', arguments: [] }],
])('%s gets the same answer with and without the SDK', async (_title, params) => {
  const gateway = await startGateway()
  await gateway.as('writer').call('push_context', { key: 'plan', value: { n: 1 } })
  const { plain, bySdk } = await compare(gateway, params)
  expect(withoutRequestId(plain)).toEqual(withoutRequestId(bySdk))
})

test('a member called __proto__ and large numbers pass through a plain call', async () => {
  const gateway = await startGateway()
  const value = '{"__proto__":{"a":1},"n":12345678901234567890}'
  await gateway.as('writer').call('push_context', { key: 'plan', value })
  const { text } = await gateway.request('POST', '/mcp', {
    headers: HEADERS,
    body: {
      jsonrpc: '2.0',
      id: 'x',
      method: 'tools/call',
      params: { name: 'get_context', arguments: { keys: ['plan'] } },
    },
  })
  expect(text).toContain('"structuredContent":')
  expect(text).toContain(value)
})

test('a call through MCP is in the call log like any other', async () => {
  const gateway = await startGateway()
  await compare(gateway, { name: 'get_context', arguments: { keys: ['plan'] } })
  await gateway.services.callLog.flush()
  const { body } = await gateway.request('GET', '/v1/calls')
  const [first, second] = body.calls
  expect([first, second]).toMatchObject([
    { tool: 'get_context', agent: 'reader', status: 200, code: null, error: null },
    { tool: 'get_context', agent: 'reader', status: 200, code: null, error: null },
  ])
})
