import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eventually, MULTIPLY } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ROOT_KEY, type TestGateway } from '../start-gateway.ts'
import { startWithFolders, WEB } from './folders.ts'

describe('descriptors', () => {
  const namesAt = async (request: TestGateway['request'], query: string) => {
    const { body } = await request('GET', `/v1/descriptors?${query}`)
    return body.map(({ name }: { name: string }) => name)
  }

  test('include the tools of all folders by default', async () => {
    const { request } = await startWithFolders({ Multiply: MULTIPLY, Web: WEB })
    const names = await namesAt(request, '')
    expect(names).toEqual(
      expect.arrayContaining(['push_context', 'multiply', 'web_search', 'url_browse']),
    )
    const { body } = await request('GET', '/v1/tools')
    expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(body.tools).toContainEqual(
      expect.objectContaining({ name: 'multiply', path: '/v1/toolsets/Multiply/tools/multiply' }),
    )
  })

  test('of several folders can be selected together', async () => {
    const { request } = await startWithFolders({ Multiply: MULTIPLY, Web: WEB })
    const expected = ['multiply', 'web_search', 'url_browse']
    expect(await namesAt(request, 'toolset=Multiply,Web')).toEqual(expected)
    expect(await namesAt(request, 'toolset=Multiply&toolset=Web')).toEqual(expected)
  })

  test('of functions with the same name have different names, and each can be called over MCP', async () => {
    const { request, url } = await startWithFolders({ Abacus: MULTIPLY, Multiply: MULTIPLY })
    expect(await namesAt(request, 'toolset=Abacus,Multiply')).toEqual([
      'Abacus__multiply',
      'Multiply__multiply',
    ])
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { 'x-api-key': ROOT_KEY } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
    onTestFinished(() => client.close())
    const input = { multiplicand: 6, multiplier: 7 }
    const result = await client.callTool({ name: 'Abacus__multiply', arguments: input })
    expect(result.content).toEqual([{ type: 'text', text: '42' }])
  })

  test('change with their folder', async () => {
    const { request, write } = await startWithFolders({ Multiply: MULTIPLY })
    expect(await namesAt(request, '')).not.toContain('web_search')
    await write('Web', WEB)
    await eventually(async () => expect(await namesAt(request, '')).toContain('web_search'))
  })

  test.each(['subconscious', 'openai', 'openai-responses', 'anthropic', 'gemini', 'mcp'])(
    '?toolset= in the format %s',
    async (format) => {
      const { request } = await startWithFolders({ Web: WEB })
      const { status, body } = await request('GET', `/v1/descriptors?toolset=Web&format=${format}`)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toContain('web_search')
      expect(format === 'gemini' ? body[0].functionDeclarations : body).toHaveLength(2)
    },
  )

  test('have working URLs, even if the folder’s name needs escaping', async () => {
    const { request } = await startWithFolders({ 'My Tools & more': MULTIPLY })
    const agent = { name: 'Sales', with_key: true }
    const { key } = (await request('POST', '/v1/agents', { body: agent })).body.key
    const { body } = await request('GET', '/v1/descriptors?toolset=My+Tools+%26+more', { key })
    const { url, method, headers } = body[0]
    const input = { multiplicand: 6, multiplier: 7 }
    const response = await fetch(url, { method, headers, body: JSON.stringify(input) })
    expect(await response.json()).toBe(42)
    expect((await request('GET', '/v1/descriptors?toolset=Nobody')).status).toBe(404)
  })
})

test('a call at the wrong path is answered with the right one', async () => {
  const { request } = await startWithFolders({ Multiply: MULTIPLY })
  const suggestion = async (name: string) =>
    (await request('POST', `/v1/tools/${name}`, { body: {} })).body.suggestion
  expect(await suggestion('multiply')).toBe('Call POST /v1/toolsets/Multiply/tools/multiply.')
  expect(await suggestion('save_table_row')).toBe('Call POST /v1/tables/{id}/tools/save_table_row.')
  expect(await suggestion('no_such_tool')).toContain('push_context')
})
