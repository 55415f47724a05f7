import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

const nested = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels)

/** A gateway where 'Writer' has pushed one value that nests as deep as a caller may send it. */
async function withDeepValue(inside: string) {
  const gateway = await startGateway()
  const value = nested(100, inside)
  const pushed = await gateway.as('Writer').call('push_context', { key: 'deep', value })
  expect(pushed.status).toBe(200)
  return { gateway, value }
}

test('A6 a value of a hundred levels is read over HTTP and over MCP', async () => {
  const { gateway, value } = await withDeepValue('1')
  const client = new Client({ name: 'test', version: '1' })
  const headers = { 'x-api-key': 'the-root-key-of-the-tests', 'x-agent': 'Reader' }
  const url = new URL(`${gateway.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  onTestFinished(() => client.close())

  for (const tool of ['get_context', 'read_changes']) {
    const { status, text } = await gateway.as('Reader').call(tool, {})
    expect(status).toBe(200)
    expect(text).toContain(value)
    const result = await client.callTool({ name: tool, arguments: {} })
    expect(result.isError).toBe(false)
    expect(JSON.stringify(result)).toContain('[[[[')
  }
})

test('A6 a deep value that is larger than the answer limit is truncated, not refused', async () => {
  const { gateway } = await withDeepValue(JSON.stringify('x'.repeat(300_000)))
  for (const tool of ['get_context', 'read_changes']) {
    const { status, body } = await gateway.as('Reader').call(tool, {})
    expect(status).toBe(200)
    expect(body).toMatchObject({ truncated: true, truncation: { from: 0 } })
  }
})
