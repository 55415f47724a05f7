import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from '@quartermaster/testing'
import { expect, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { startGateway, type TestGateway } from './start-gateway.ts'

const rowOf = async ({ request }: TestGateway, requestId: string) => {
  const { body } = await request('GET', `/v1/calls?request_id=${requestId}`)
  return body.calls[0]
}

async function start() {
  const samples = sampleTools()
  const gateway = await startGateway({ groups: samples.groups, families: [] })
  return { ...gateway, ...samples, gateway }
}

test('a call without a key is in the log, for the operator alone', async () => {
  const { gateway, request } = await start()
  const { body, headers } = await request('POST', '/v1/tools/text', { key: null, body: {} })
  expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  expect(await rowOf(gateway, body.request_id)).toMatchObject({
    tool: 'text',
    path: '/v1/tools/text',
    status: 401,
    code: 'unauthorized',
    error: body.error,
    agent: null,
    key_id: null,
  })
  await request('POST', '/v1/agents', { body: { name: 'A' } })
  const { key } = (await request('POST', '/v1/agents/A/keys', { body: {} })).body
  const seen = await request('GET', `/v1/calls?request_id=${body.request_id}`, { key })
  expect(seen.body.calls).toEqual([])
})

test.each([
  ['malformed JSON', '/v1/tools/text', '{"a":', 'text', 'malformed_json'],
  ['an unknown tool', '/v1/tools/txet', '{}', 'txet', 'unknown_tool'],
  ['a name that cannot be stored', '/v1/tools/a%00b', '{}', 'a\ufffdb', 'unknown_tool'],
])('a call with %s is in the log with its error text', async (_, path, body, tool, code) => {
  const { gateway, request } = await start()
  const answer = await request('POST', path, { body })
  const { request_id, error } = answer.body
  expect(await rowOf(gateway, request_id)).toMatchObject({ tool, code, error, agent: 'root' })
})

test('the arguments of a call of an unknown tool are in the log', async () => {
  const { gateway, request } = await start()
  const { body } = await request('POST', '/v1/tools/txet', { body: { wanted: 'this' } })
  const row = await rowOf(gateway, body.request_id)
  expect(row).toMatchObject({ tool: 'txet', arguments: '{"wanted":"this"}' })
})

test('a caller that hangs up aborts the tool, and the call is in the log', async () => {
  const { gateway, url, signals } = await start()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = ['POST /v1/tools/slow HTTP/1.1', 'Host: x', 'Content-Length: 0']
  socket.write(`${head.join('\r\n')}\r\nx-api-key: the-root-key-of-the-tests\r\n\r\n`)
  await eventually(() => expect(signals).toHaveLength(1))
  socket.destroy()
  await eventually(() => expect(signals[0]?.aborted).toBe(true))
  await eventually(async () => {
    const { body } = await gateway.request('GET', '/v1/calls?tool=slow')
    expect(body.calls[0]).toMatchObject({ status: 499, code: 'cancelled' })
  })
})

test('a write whose caller hangs up is rolled back', async () => {
  const { gateway, url, seen } = await start()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const body = '{"label":"abandoned"}'
  const head = ['POST /v1/tools/count_slowly HTTP/1.1', 'Host: x', `Content-Length: ${body.length}`]
  socket.write(`${head.join('\r\n')}\r\nx-api-key: the-root-key-of-the-tests\r\n\r\n${body}`)
  await eventually(() => expect(seen).toHaveLength(1))
  socket.destroy()
  await eventually(async () => {
    const { body } = await gateway.request('GET', '/v1/calls?tool=count_slowly')
    expect(body.calls[0]).toMatchObject({ status: 499, code: 'cancelled' })
  })
  const { body: list } = await gateway.request('GET', '/v1/workspaces')
  expect(list.workspaces.map(({ name }: { name: string }) => name)).toEqual(['default'])
})

test('a key that is limited to other tools learns nothing about a tool’s parameters', async () => {
  const { request } = await start()
  await request('POST', '/v1/agents', { body: { name: 'A' } })
  const body = { agent: 'A', tools: ['text'], format: 'openai' }
  const { headers } = await request('POST', '/v1/descriptors', { body })
  const key = headers.get('x-key') ?? ''
  const answer = await request('POST', '/v1/tools/search', { key, body: { nonsense: 1 } })
  expect(answer.body.code).toBe('forbidden')
  expect(answer.text).not.toContain('max_results')
})

test.each([
  ['POST', '/v1/tool/text', 'text'],
  ['POST', '/text', 'text'],
  ['POST', '/v1/tool/txet', 'txet'],
])('a call at a path that is nearly right, %s %s, is in the log', async (method, path, tool) => {
  const { gateway, request } = await start()
  const { body, status } = await request(method, path, { body: {} })
  expect(status).toBe(404)
  const row = await rowOf(gateway, body.request_id)
  expect(row).toMatchObject({ tool, path, status: 404, error: body.error })
})

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'text', arguments: {} },
}
const ACCEPT = { accept: 'application/json, text/event-stream' }

test.each<[string, number, Record<string, string>, object, string]>([
  ['no suitable Accept header', 406, { accept: 'application/json' }, CALL, 'text'],
  ['another content type', 415, { ...ACCEPT, 'content-type': 'text/plain' }, CALL, 'text'],
  ['an unknown version', 400, { ...ACCEPT, 'mcp-protocol-version': '1999-01-01' }, CALL, 'text'],
  ['another version of JSON-RPC', 400, ACCEPT, { ...CALL, jsonrpc: '1.0' }, 'text'],
  ['no method', 400, ACCEPT, { jsonrpc: '2.0', id: 1 }, 'mcp'],
])('an MCP message with %s is in the log', async (_, status, headers, body, tool) => {
  const { gateway, request } = await start()
  const answer = await request('POST', '/mcp', { headers, body })
  expect(answer.status).toBe(status)
  const { message, data } = answer.body.error
  expect(data).toMatchObject({ code: 'invalid_input', suggestion: expect.stringMatching(/\.$/) })
  expect(data.request_id).toBe(answer.headers.get('x-request-id'))
  const row = await rowOf(gateway, data.request_id)
  expect(row).toMatchObject({ tool, path: '/mcp', error: message, suggestion: data.suggestion })
})

test('a tools/call without an id, which is not run, is in the log', async () => {
  const { gateway, request } = await start()
  const { id: _, ...body } = CALL
  const { status, headers } = await request('POST', '/mcp', { headers: ACCEPT, body })
  expect(status).toBe(202)
  const row = await rowOf(gateway, headers.get('x-request-id') ?? '')
  expect(row).toMatchObject({ tool: 'text', error: expect.stringContaining("has no 'id'") })
})

test.each(['2025-06-18', '2025-11-25'])(
  'the request id of an MCP response finds the call (%s)',
  async (version) => {
    const { gateway, request } = await start()
    const headers = { ...ACCEPT, 'mcp-protocol-version': version }
    for (const _meta of [undefined, { progressToken: 1 }]) {
      const body = { ...CALL, params: { ...CALL.params, _meta } }
      const answer = await request('POST', '/mcp', { headers, body })
      const row = await rowOf(gateway, answer.headers.get('x-request-id') ?? '')
      expect(row).toMatchObject({ tool: 'text', path: '/v1/tools/text' })
    }
  },
)

test.each([
  ['POST', '/v1/roles', 'Call PUT /v1/roles/{name}.'],
  ['POST', '/v1/tables', 'Call POST /v1/stacks/{id}/tables.'],
  ['GET', '/v1/roles/reader', 'GET /v1/roles lists what is there.'],
  ['PUT', '/v1/agents/A', 'Send the call as PATCH.'],
])('%s %s is refused with the request that is meant', async (method, path, suggestion) => {
  const { request } = await start()
  const { status, body } = await request(method, path)
  expect(status).toBe(405)
  expect(body.suggestion).toBe(suggestion)
})

test('a key after "Bearer" in x-api-key is refused with the right form', async () => {
  const { request } = await start()
  const headers = { 'x-api-key': 'Bearer qm_abc' }
  const { status, body } = await request('POST', '/v1/tools/text', { key: null, headers, body: {} })
  expect(status).toBe(401)
  expect(body.suggestion).toContain('alone as "x-api-key: KEY"')
  expect(JSON.stringify(body)).not.toContain('qm_abc')
})
