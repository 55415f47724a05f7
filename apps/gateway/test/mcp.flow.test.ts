import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { startGateway } from './start-gateway.ts'

async function start() {
  const samples = sampleTools()
  const gateway = await startGateway({ groups: samples.groups, families: [] })
  const connect = async (headers: Record<string, string> = {}, query = '') => {
    const client = new Client({ name: 'test', version: '1' })
    const url = new URL(`${gateway.url}/mcp${query}`)
    const requestInit = { headers: { 'x-api-key': 'the-root-key-of-the-tests', ...headers } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    onTestFinished(() => client.close())
    return client
  }
  const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
  return { ...gateway, ...samples, connect, names }
}

describe('MCP', () => {
  test('the official client lists and calls tools with a gateway key', async () => {
    const { connect, lastSeen } = await start().then((all) => ({
      ...all,
      lastSeen: () => all.seen.at(-1)?.input,
    }))
    const client = await connect({ 'x-agent': 'Sales' })
    const { tools } = await client.listTools()
    const search = tools.find(({ name }) => name === 'search')
    expect(search?.inputSchema).toMatchObject({ type: 'object', required: ['query'] })
    const result = await client.callTool({
      name: 'search',
      arguments: { query: 'q', max_results: '3' },
    })
    expect(result.isError).toBe(false)
    expect(result.content).toEqual([{ type: 'text', text: '[{"title":"one"},{"title":"two"}]' }])
    expect(lastSeen()).toEqual({ query: 'q', max_results: 3 })
  })

  test('an error is a result that a model can read', async () => {
    const { connect } = await start()
    const client = await connect()
    const result = await client.callTool({ name: 'search', arguments: { foo: 1 } })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain("Unknown parameter 'foo'")
  })

  test('arguments count as they were sent, and none may be null', async () => {
    const { request } = await start()
    const call = async (params: string) => {
      const { text } = await request('POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      })
      return JSON.parse(text.slice(text.indexOf('{'))).result
    }
    const strange = await call('{"name":"text","arguments":{"__proto__":{"a":1}}}')
    expect(strange.isError).toBe(true)
    expect(JSON.stringify(strange.content)).toContain("Unknown parameter '__proto__'")
    const plain = await call('{"name":"text","arguments":null}')
    expect(plain).toMatchObject({ content: [{ type: 'text', text: 'hello' }], isError: false })
  })

  test('an image arrives as an image', async () => {
    const { connect } = await start()
    const result = await (await connect()).callTool({ name: 'picture' })
    expect(result.content).toEqual([
      { type: 'text', text: 'a pixel' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ])
  })

  test('S-33 the allow-list also applies over MCP, regardless of case', async () => {
    const { connect, names, request } = await start()
    const limited = async (name: string, allowed_tools?: string[]) => {
      await request('POST', '/v1/agents', {
        body: { name, ...(allowed_tools && { allowed_tools }) },
      })
      return connect({ 'x-agent': name })
    }
    const one = await limited('one', ['SEARCH'])
    expect(await names(one)).toEqual(['search'])
    const denied = await one.callTool({ name: 'text' })
    expect(denied.isError).toBe(true)
    expect(JSON.stringify(denied.content)).toContain('Access denied')
    expect(await names(await limited('none', []))).toEqual([])
    const all = await names(await limited('all'))
    expect(all).toContain('search')
    expect(await names(await limited('star', ['*']))).toEqual(all)
  })

  test('a client can ask for some of its tools only', async () => {
    const { connect, names } = await start()
    const client = await connect({}, '?tools=search,text')
    expect(await names(client)).toEqual(['search', 'text'])
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow("Unknown tool 'nothing'")
  })

  test('without a key nothing is listed', async () => {
    const { connect } = await start()
    await expect(connect({ 'x-api-key': 'wrong' })).rejects.toThrow()
  })
})
