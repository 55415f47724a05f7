import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eventually } from '@quartermaster/testing'
import { Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, onTestFinished, test } from 'vitest'
import type { ToolServices } from '../src/catalog.ts'
import { sampleTools } from './sample-tools.ts'
import { openGateway, ROOT_KEY, startGateway } from './start-gateway.ts'

const HEADERS = {
  'x-api-key': ROOT_KEY,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

async function connect(url: string) {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { 'x-api-key': ROOT_KEY } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  onTestFinished(() => client.close())
  return client
}

const samples = (config = {}) => {
  const { groups, signals } = sampleTools()
  return startGateway({ groups, families: [], config }).then((gateway) => ({ ...gateway, signals }))
}

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

test('malformed JSON is a parse error of JSON-RPC', async () => {
  const { request } = await samples()
  const { status, body } = await request('POST', '/mcp', { body: '{"jsonrpc":' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } })
})

test('an unknown tool is an invalid parameter, with the suggestion, and is in the call log', async () => {
  const { url, request } = await samples()
  const client = await connect(`${url}/mcp`)
  const refused = client.callTool({ name: 'serch', arguments: {} })
  await expect(refused).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown tool 'serch'. Did you mean 'search'?"),
  })
  const { calls } = (await request('GET', '/v1/calls?tool=serch')).body
  expect(calls).toMatchObject([{ code: 'unknown_tool', path: '/mcp' }])
})

test.each([
  ['no name', { arguments: {} }, "have no 'name' of a tool", 'mcp'],
  ['a list of arguments', { name: 'search', arguments: [] }, 'must be a JSON object', 'search'],
  ['broken text', { name: 'search', arguments: '{"query":' }, 'cannot be parsed', 'search'],
])('a call with %s is explained in our own words and logged', async (_, params, text, tool) => {
  const { request } = await samples()
  const body = message('tools/call', params)
  const answer = await request('POST', '/mcp', { body, headers: HEADERS })
  expect(answer.body).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: expect.stringContaining(text) },
  })
  const { calls } = (await request('GET', `/v1/calls?tool=${tool}`)).body
  expect(calls).toMatchObject([{ tool, error: expect.stringContaining(text) }])
})

test.each([
  [
    'an unknown version',
    '1',
    { 'mcp-protocol-version': '1999-01-01' },
    'MCP-Protocol-Version: 2025',
  ],
  ['a fraction as id', '1.5', {}, 'whole number up to 9007199254740991'],
  ['an id with too many digits', '12345678901234567890', {}, 'whole number up to'],
  ['null as id', 'null', {}, 'whole number up to'],
])('a message with %s is told what to send', async (_, id, header, suggestion) => {
  const { request } = await samples()
  const body = `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`
  const answer = await request('POST', '/mcp', { body, headers: { ...HEADERS, ...header } })
  expect(answer.status).toBe(400)
  expect(answer.body.error.data.suggestion).toContain(suggestion)
})

test.each([null, '{}', ''])('arguments may be %j', async (received) => {
  const { request } = await samples()
  const body = message('tools/call', { name: 'text', arguments: received })
  const headers = { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }
  const answer = await request('POST', '/mcp', { body, headers })
  expect(answer.body.result.isError).toBe(false)
})

test('a tool of a table says where it is when the address names no table', async () => {
  const { url } = await startGateway()
  const client = await connect(`${url}/mcp`)
  await expect(client.callTool({ name: 'save_table_row' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Connect to /mcp?table=ID'),
  })
})

test('a tool that belongs to no subject says where it is when the address names a table', async () => {
  const { url, request } = await startGateway()
  await request('POST', '/v1/stacks', {
    body: { name: 'S', table: { name: 'T', mode: 'custom', custom_columns: ['vendor'] } },
  })
  const client = await connect(`${url}/mcp?table=T`)
  await expect(client.callTool({ name: 'push_context' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Connect to /mcp'),
  })
  const http = await request('POST', '/v1/tables/T/tools/push_context', { body: {} })
  expect(http.body).toMatchObject({
    code: 'unknown_tool',
    suggestion: 'Call POST /v1/tools/push_context.',
  })
})

test('before define_columns a call has the same error over HTTP and MCP', async () => {
  const { url, request } = await startGateway()
  const stack = (await request('POST', '/v1/stacks', { body: { name: 'S' } })).body
  const path = `/v1/stacks/${stack.id}/tables`
  const { id } = (await request('POST', path, { body: { name: 'T', mode: 'auto' } })).body
  const http = await request('POST', `/v1/tables/${id}/tools/save_table_row`, { body: {} })
  const client = await connect(`${url}/mcp?table=${id}`)
  await expect(client.callTool({ name: 'save_table_row' })).rejects.toMatchObject({
    message: expect.stringContaining(http.body.error),
  })
})

test('a cancelled call aborts the tool', async () => {
  const { url, signals, request } = await samples()
  const client = await connect(`${url}/mcp`)
  const abort = new AbortController()
  const call = client.callTool({ name: 'slow' }, { signal: abort.signal })
  call.catch(() => {})
  await eventually(() => expect(signals).toHaveLength(1))
  abort.abort()
  await eventually(() => expect(signals[0]?.aborted).toBe(true))
  await expect(call).rejects.toThrow()
  await eventually(async () => {
    const { calls } = (await request('GET', '/v1/calls?tool=slow')).body
    expect(calls).toMatchObject([{ code: 'cancelled' }])
  })
})

test('a client that hangs up aborts the tool', async () => {
  const { url, signals } = await samples()
  const abort = new AbortController()
  const body = JSON.stringify(message('tools/call', { name: 'slow', arguments: {} }))
  const { signal } = abort
  const call = fetch(`${url}/mcp`, { method: 'POST', headers: HEADERS, body, signal })
  const ended = call.then((response) => response.text()).catch(() => 'aborted')
  await eventually(() => expect(signals).toHaveLength(1))
  abort.abort()
  expect(await ended).toBe('aborted')
  await eventually(() => expect(signals[0]?.aborted).toBe(true))
})

test('progress reaches a client that asks for it', async () => {
  const tool = toolsFor<ToolServices>()({
    name: 'count',
    description: 'Reports its progress.',
    effect: 'read',
    input: Input({}),
    output: Type.Unsafe<unknown>({}),
    handler: async (_input, { progress }) => {
      progress?.(1, 2, 'half')
      return 'done'
    },
  })
  const groups = [{ name: 'samples', title: 'Samples', tools: [tool] }]
  const { url } = await startGateway({ groups, families: [] })
  const client = await connect(`${url}/mcp`)
  const seen: unknown[] = []
  const onprogress = (progress: unknown) => seen.push(progress)
  const result = await client.callTool({ name: 'count' }, { onprogress })
  expect(result.content).toEqual([{ type: 'text', text: 'done' }])
  expect(seen).toMatchObject([{ progress: 1, total: 2, message: 'half' }])
})

test('a cut answer fits into the limit as a whole, and continues with an argument', async () => {
  const { url } = await samples({ answerLimit: 8192 })
  const client = await connect(`${url}/mcp`)
  const read = async (more = {}) => {
    const result = await client.callTool({
      name: 'large_text',
      arguments: { length: 2000, ...more },
    })
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(8192)
    return JSON.parse((result.content as { text: string }[])[0]?.text ?? '')
  }
  const first = await read()
  const next = first.truncation.from + first.truncation.shown
  expect(first.truncation.rest).toContain(`"result_from": ${next}`)
  const second = await read({ result_from: next })
  expect('é😀'.repeat(2000).startsWith(first.result + second.result)).toBe(true)
})

test('a call through MCP counts once against the rate limit', async () => {
  const { request } = await samples({ rateLimit: 3 })
  const call = () =>
    request('POST', '/mcp', {
      headers: HEADERS,
      body: message('tools/call', { name: 'text', arguments: {} }),
    })
  for (let i = 0; i < 3; i++) expect((await call()).text).toContain('hello')
  expect((await call()).status).toBe(429)
})

test('calls through MCP and HTTP share the limit of a tool', async () => {
  const { request } = await samples({ toolRateLimit: 2 })
  const call = (name: string) =>
    request('POST', '/mcp', {
      headers: HEADERS,
      body: message('tools/call', { name, arguments: {} }),
    })
  expect((await call('text')).text).toContain('hello')
  expect((await request('POST', '/v1/tools/text', { body: {} })).status).toBe(200)
  expect((await call('text')).text).toContain('This agent may call this tool 2 times a minute')
  expect((await call('falsy')).text).not.toContain('times a minute')
})

test('a listening client gets no other notifications, and does not keep the gateway open', async () => {
  const { groups } = sampleTools()
  const gateway = await openGateway({ groups, families: [] })
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    ...HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'subscriptions/listen',
  }
  const params = { notifications: { toolsListChanged: true }, _meta }
  const body = JSON.stringify(message('subscriptions/listen', params))
  const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const text = response.text().catch(() => '')
  await gateway.close()
  expect(await text).toContain('acknowledged')
})

test('a listening client is notified when a table of its own workspace gets columns', async () => {
  const { url, request } = await startGateway()
  await request('POST', '/v1/workspaces', { body: { name: 'other' } })
  const stack = (await request('POST', '/v1/stacks', { body: { name: 'S' } })).body
  const path = `/v1/stacks/${stack.id}/tables`
  const { id } = (await request('POST', path, { body: { name: 'T', mode: 'auto' } })).body
  const listen = async (workspace: string) => {
    const headers = { ...HEADERS, accept: 'text/event-stream', 'x-workspace': workspace }
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const { body } = await fetch(`${url}/mcp`, { headers, signal: abort.signal })
    const seen = { text: '' }
    const read = async () => {
      for await (const chunk of body ?? []) seen.text += new TextDecoder().decode(chunk)
    }
    read().catch(() => {})
    return seen
  }
  const defineUntilNotified = (seen: { text: string }) =>
    eventually(async () => {
      const columns = [{ name: `c${Date.now()}`, type: 'text' }]
      await request('POST', `/v1/tables/${id}/tools/define_columns`, { body: { columns } })
      expect(seen.text).toContain('notifications/tools/list_changed')
    })
  // The gateway notifies all workspaces when it begins to LISTEN, so this client waits for that.
  await defineUntilNotified(await listen('default'))
  const own = await listen('default')
  const other = await listen('other')
  await defineUntilNotified(own)
  expect(other.text).not.toContain('list_changed')
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'http://localhost:6274' }, 200],
])('a request with %o is answered with %i', async (headers, status) => {
  const { request } = await samples()
  const body = message('ping', {})
  const answer = await request('POST', '/mcp', { headers: { ...HEADERS, ...headers }, body })
  expect(answer.status).toBe(status)
})
