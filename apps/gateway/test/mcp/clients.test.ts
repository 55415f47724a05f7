import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { MCPServerStreamableHttp } from '@openai/agents'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { connect2025, connect2026 } from './clients.ts'

const VALUE = { stage: 'won' }
const ASKED = { keys: ['acme'] }

/** A gateway with one value, and the key of an agent that may read it. */
async function start() {
  const gateway = await startGateway()
  const tools = { allowed_tools: ['get_context', 'list_context'] }
  await gateway.request('POST', '/v1/agents', { body: { name: 'Sales', ...tools } })
  const { body } = await gateway.request('POST', '/v1/agents/Sales/keys', { body: {} })
  await gateway.as('writer').call('push_context', { key: 'acme', value: VALUE })
  return { ...gateway, mcp: `${gateway.url}/mcp`, headers: { 'x-api-key': body.key as string } }
}

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)

test('the official client of the 2026 protocol lists and calls tools', async () => {
  const { mcp, headers } = await start()
  const client = await connect2026(mcp, headers)
  const { tools, ttlMs, cacheScope } = await client.listTools()
  expect(names(tools)).toEqual(['get_context', 'list_context'])
  expect([ttlMs, cacheScope]).toEqual([60_000, 'private'])
  expect(tools[0]).toMatchObject({
    title: 'Get context',
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  })
  const result = await client.callTool({ name: 'get_context', arguments: ASKED })
  expect(result.structuredContent).toMatchObject({ context: { acme: VALUE } })
})

test('the official client of the 2025 protocol lists and calls tools, without output schemas', async () => {
  const { mcp, headers } = await start()
  const client = await connect2025(mcp, headers)
  const { tools } = await client.listTools()
  expect(names(tools)).toEqual(['get_context', 'list_context'])
  expect(tools[0]).not.toHaveProperty('outputSchema')
  const result = await client.callTool({ name: 'get_context', arguments: ASKED })
  expect(result.structuredContent).toMatchObject({ context: { acme: VALUE } })
})

test('output schemas can be asked for and left out', async () => {
  const { mcp, headers } = await start()
  const old = await (await connect2025(`${mcp}?output_schemas=true`, headers)).listTools()
  expect(old.tools[0]).toHaveProperty('outputSchema')
  const current = await (await connect2026(`${mcp}?output_schemas=false`, headers)).listTools()
  expect(current.tools[0]).not.toHaveProperty('outputSchema')
})

test('the AI SDK lists and calls tools', async () => {
  const { mcp, headers } = await start()
  const client = await createMCPClient({ transport: { type: 'http', url: mcp, headers } })
  onTestFinished(() => client.close())
  const tools = await client.tools()
  expect(Object.keys(tools)).toEqual(['get_context', 'list_context'])
  const options = { toolCallId: '1', messages: [], context: {} }
  const result = await tools.get_context?.execute?.(ASKED, options)
  expect(JSON.stringify(result)).toContain('won')
})

test('LangChain lists and calls tools', async () => {
  const { mcp, headers } = await start()
  const client = new MultiServerMCPClient({
    mcpServers: { quartermaster: { transport: 'http', url: mcp, headers } },
  })
  onTestFinished(() => client.close())
  const tools = await client.getTools()
  expect(names(tools)).toEqual(['get_context', 'list_context'])
  expect(JSON.stringify(await tools[0]?.invoke(ASKED))).toContain('won')
})

test('the OpenAI Agents SDK lists and calls tools', async () => {
  const { mcp, headers } = await start()
  const server = new MCPServerStreamableHttp({ url: mcp, requestInit: { headers } })
  await server.connect()
  onTestFinished(() => server.close())
  expect(names(await server.listTools())).toEqual(['get_context', 'list_context'])
  expect(JSON.stringify(await server.callTool('get_context', ASKED))).toContain('won')
})

test('the trace of a call is in the call log, from _meta or from the header', async () => {
  const { mcp, headers, request } = await start()
  const trace = (digit: string) => `00-${digit.repeat(32)}-00f067aa0ba902b7-01`
  const client = await connect2026(mcp, { ...headers, traceparent: trace('b') })
  const call = { name: 'get_context', arguments: ASKED }
  await client.callTool({ ...call, _meta: { traceparent: trace('a') } })
  await client.callTool(call)
  const old = await connect2025(mcp, headers)
  await old.callTool({ ...call, _meta: { traceparent: trace('c') } })
  for (const digit of ['a', 'b', 'c']) {
    const { body } = await request('GET', `/v1/calls?trace_id=${digit.repeat(32)}`)
    expect(body.calls).toMatchObject([{ tool: 'get_context', agent: 'Sales' }])
  }
})
