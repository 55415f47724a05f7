import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { ROOT_KEY, startGateway } from './start-gateway.ts'

async function start(publicUrl?: string) {
  const gateway = await startGateway({
    groups: sampleTools().groups,
    families: [],
    ...(publicUrl && { publicUrl }),
  })
  const get = (query: string, headers = {}, key = ROOT_KEY) =>
    gateway.request('GET', `/v1/descriptors?${query}`, { headers, key })
  const keyOf = async (name: string): Promise<string> =>
    (await gateway.request('POST', '/v1/agents', { body: { name, with_key: true } })).body.key.key
  return { ...gateway, get, keyOf }
}

/** The tools that the official client lists at an address. */
async function mcpTools(url: string, headers: Record<string, string> = { 'x-api-key': ROOT_KEY }) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return (await client.listTools()).tools.map(({ name }) => name)
}

describe('descriptors', () => {
  test('S-17 S-18 a Subconscious function tool is flat, absolute, and hides its defaults', async () => {
    const { get, keyOf } = await start('https://tunnel.example/base')
    const key = await keyOf('Sales')
    const { body } = await get('tools=session', {}, key)
    expect(body).toEqual([
      {
        type: 'function',
        name: 'session',
        description: expect.any(String),
        url: 'https://tunnel.example/base/v1/tools/session',
        method: 'POST',
        timeout: 30,
        parameters: {
          type: 'object',
          properties: { query: { type: 'string', description: 'Query.' } },
          required: ['query'],
          additionalProperties: false,
        },
        headers: { 'x-api-key': key },
        defaults: { sessionId: 'secret-session', tenant: 7 },
      },
    ])
  })

  test('F27 strict=true describes tools for strict mode', async () => {
    const { get } = await start()
    const chat = await get('tools=search&format=openai&strict=true')
    expect(chat.body[0].function).toMatchObject({
      strict: true,
      parameters: { required: ['query', 'max_results'], additionalProperties: false },
    })
    const responses = await get('tools=search&format=openai-responses&strict=true')
    expect(responses.body[0]).toMatchObject({ strict: true, name: 'search' })
    const refused = await get('tools=search&format=anthropic&strict=true')
    expect(refused.body.suggestion).toBe("Leave out 'strict', or add format=openai.")
  })

  test('F30 the answer is what the Gemini SDK takes as tools', async () => {
    const { get } = await start()
    const { body } = await get('tools=search,list_all&format=gemini')
    expect(body).toEqual([
      {
        functionDeclarations: [
          expect.objectContaining({ name: 'search' }),
          expect.objectContaining({ name: 'list_all' }),
        ],
      },
    ])
  })

  test('S-25 a tool without parameters has empty properties and an empty required', async () => {
    const { get } = await start()
    for (const format of ['subconscious', 'openai', 'openai-responses', 'anthropic', 'mcp']) {
      const { body } = await get(`tools=list_all&format=${format}`)
      const text = JSON.stringify(body)
      expect(text, format).toContain('"properties":{}')
      expect(text, format).toContain('"required":[]')
    }
  })

  test('S-26 the OpenAI form has no url, headers or defaults', async () => {
    const { get } = await start()
    const { body } = await get('tools=session&format=openai')
    expect(body[0]).toEqual({
      type: 'function',
      function: {
        name: 'session',
        description: expect.any(String),
        parameters: expect.any(Object),
      },
    })
    expect(JSON.stringify(body)).not.toMatch(/secret-session|sessionId|root-key/)
  })

  test('a descriptor can be called as it says', async () => {
    const { get, keyOf } = await start()
    const { body } = await get('tools=search', {}, await keyOf('Sales'))
    const { url, method, headers } = body[0]
    const response = await fetch(url, { method, headers, body: JSON.stringify({ query: 'q' }) })
    expect(response.status).toBe(200)
  })

  test('platform tools are listed after ours', async () => {
    const { get } = await start()
    const { body } = await get('tools=text&platform=web_search,exa_search')
    expect(body.slice(1)).toEqual([
      { type: 'platform', id: 'web_search' },
      { type: 'platform', id: 'exa_search' },
    ])
    expect((await get('tools=text&platform=web_search&format=openai')).status).toBe(400)
  })

  test('a tool that is named twice is listed once, in descriptors and over MCP', async () => {
    const { get, request, url } = await start()
    const names = (body: { name?: string; id?: string }[]) => body.map(({ name, id }) => name ?? id)
    const { body } = await get('tools=text,search,TEXT,text&platform=exa,exa')
    expect(names(body)).toEqual(['text', 'search', 'exa'])
    await request('POST', '/v1/agents', { body: { name: 'Sales' } })
    const created = await request('POST', '/v1/descriptors', {
      body: { agent: 'Sales', tools: ['text', 'text'], platform: ['exa', 'exa'] },
    })
    expect(names(created.body)).toEqual(['text', 'exa'])
    expect(await mcpTools(`${url}/mcp?tools=text,text`)).toEqual(['text'])
  })

  test('an ETag tells whether anything changed', async () => {
    const { get } = await start()
    const first = await get('tools=text')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('tools=text', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('tools=search', { 'if-none-match': etag })).status).toBe(200)
  })

  test('unknown formats, tools and subjects are refused', async () => {
    const { get } = await start()
    const format = await get('format=cohere')
    expect(format.status).toBe(400)
    expect(format.body.error).toContain('anthropic')
    expect((await get('tools=serch')).body.suggestion).toContain('search')
    expect((await get('table=nothing')).status).toBe(404)
  })
})

describe('the tools as one MCP server', () => {
  test('one entry describes all of them, and its address lists exactly these', async () => {
    const { get, keyOf } = await start()
    const key = await keyOf('Sales')
    const { body } = await get('mcp=true&tools=text,search&platform=exa_search', {}, key)
    expect(body).toEqual([
      {
        type: 'mcp',
        url: expect.stringMatching(/^http.*\/mcp\?tools=text%2Csearch$/),
        allowedTools: ['text', 'search'],
        auth: { type: 'api_key', token: key, header: 'x-api-key' },
      },
      { type: 'platform', id: 'exa_search' },
    ])
    const [{ url, auth, allowedTools }] = body
    expect(await mcpTools(url, { [auth.header]: auth.token })).toEqual(allowedTools)
  })

  test('the new key of a run is in it', async () => {
    const { request } = await start()
    await request('POST', '/v1/agents', { body: { name: 'Sales' } })
    const { body, headers } = await request('POST', '/v1/descriptors', {
      body: { agent: 'Sales', tools: ['text'], mcp: true },
    })
    expect(body).toMatchObject([{ type: 'mcp', allowedTools: ['text'] }])
    expect(body[0].auth.token).toBe(headers.get('x-key'))
  })

  test('it exists only in the format subconscious', async () => {
    const { get } = await start()
    const format = await get('mcp=true&format=openai')
    expect(format.status).toBe(400)
    expect(format.body.error).toContain("'mcp'")
  })
})

describe('the root key', () => {
  test.each(['', 'mcp=true', 'format=openapi'])(
    'is not written into descriptors (%s)',
    async (query) => {
      const { get } = await start()
      const { text, headers } = await get(query, { 'x-agent': 'Sales' })
      expect(text).not.toContain(ROOT_KEY)
      expect(headers.get('x-key-hint')).toContain('POST /v1/agents/Sales/keys')
      if (!query.includes('openapi')) expect(text).toContain('YOUR_AGENT_KEY')
    },
  )

  test('an agent gets its own key and no hint', async () => {
    const { get, keyOf } = await start()
    const key = await keyOf('Sales')
    const { body, headers } = await get('tools=text', {}, key)
    expect(body[0].headers['x-api-key']).toBe(key)
    expect(headers.get('x-key-hint')).toBeNull()
  })
})

describe('descriptors with a key of their own', () => {
  const make = async () => {
    const gateway = await start()
    await gateway.request('POST', '/v1/agents', {
      body: { name: 'Sales', denied_tools: ['weather'] },
    })
    const create = (body: unknown, key?: string) =>
      gateway.request('POST', '/v1/descriptors', { body, ...(key && { key }) })
    return { ...gateway, create }
  }

  test('the key can call exactly these tools, as that agent, and expires', async () => {
    const { create, request, services } = await make()
    const { status, body, headers } = await create({
      agent: 'Sales',
      tools: ['search'],
      expires_in: 60,
    })
    expect(status).toBe(201)
    const key = body[0].headers['x-api-key']
    expect(headers.get('x-key')).toBe(key)
    const call = (tool: string, input: unknown = {}) =>
      request('POST', `/v1/tools/${tool}`, { key, body: input })
    expect((await call('search', { query: 'q' })).status).toBe(200)
    expect((await call('text')).status).toBe(403)
    const listed = await request('GET', '/v1/descriptors', { key })
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['search'])
    const { body: calls } = await request('GET', '/v1/calls?tool=search')
    expect(calls.calls[0].agent).toBe('Sales')
    const { rows } = await services.database.pool.query(
      'select expires_at - now() as left from api_keys where paths is not null',
    )
    expect(rows[0].left.seconds ?? 0).toBeLessThanOrEqual(60)
    expect((await create({ tools: ['text'] }, key)).status).toBe(403)
  })

  test('a key of a run cannot call what its agent may not call', async () => {
    const { create } = await make()
    const denied = await create({ agent: 'Sales', tools: ['weather'] })
    expect(denied.status).toBe(403)
    expect(denied.body.error).toContain('weather')
    expect((await create({ agent: 'Nobody', tools: ['search'] })).status).toBe(404)
    expect((await create({ tools: ['search'] })).status).toBe(400)
  })
})

test('a proxy may weaken the tag or send several', async () => {
  const { get } = await start()
  const etag = (await get('tools=text')).headers.get('etag') ?? ''
  for (const sent of [`W/${etag}`, `"other", ${etag}`, '*']) {
    expect((await get('tools=text', { 'if-none-match': sent })).status, sent).toBe(304)
  }
})

test('a key for some tools reaches nothing else', async () => {
  const { request } = await startGateway()
  await request('POST', '/v1/agents', { body: { name: 'Sales' } })
  const { body } = await request('POST', '/v1/descriptors', {
    body: { agent: 'Sales', tools: ['get_context'] },
  })
  const key = body[0].headers['x-api-key']
  expect((await request('GET', '/v1/descriptors', { key })).status).toBe(200)
  for (const [method, path] of [
    ['GET', '/v1/calls'],
    ['GET', '/v1/threads/t/messages'],
    ['PUT', '/v1/threads/t/agent'],
    ['GET', '/v1/documents'],
    ['GET', '/v1/schedules'],
    ['POST', '/v1/descriptors'],
  ] as const) {
    const answer = await request(method, path, {
      key,
      ...(method !== 'GET' && { body: { name: 'Disabled' } }),
    })
    expect(answer.status, `${method} ${path}`).toBe(403)
  }
})

test('an agent that may call no tool cannot do the same through other routes', async () => {
  const { request } = await startGateway()
  const { body: stack } = await request('POST', '/v1/stacks', { body: { name: 'S' } })
  await request('POST', '/v1/agents', { body: { name: 'none', allowed_tools: [] } })
  await request('POST', '/v1/agents', { body: { name: 'reader', allowed_tools: ['read_rows'] } })
  const as = (agent: string, method: string, path: string, sent?: unknown) =>
    request(method, path, {
      headers: { 'x-agent': agent },
      ...(sent !== undefined && { body: sent }),
    })
  expect((await as('none', 'GET', `/v1/stacks/${stack.id}`)).status).toBe(403)
  expect((await as('none', 'DELETE', `/v1/stacks/${stack.id}`)).status).toBe(403)
  expect((await as('reader', 'GET', `/v1/stacks/${stack.id}`)).status).toBe(200)
  expect((await as('reader', 'POST', '/v1/documents', { filename: 'a' })).status).toBe(403)
  expect((await as('reader', 'DELETE', `/v1/stacks/${stack.id}`)).status).toBe(403)
})

test('behind a trusted proxy, URLs have the address that the client used', async () => {
  const forwarded = { 'x-forwarded-host': 'qm.example', 'x-forwarded-proto': 'https' }
  const urlFor = async (config: object) => {
    const { request } = await startGateway({ config })
    const path = '/v1/descriptors?tools=health'
    return (await request('GET', path, { headers: forwarded })).body[0].url
  }
  expect(await urlFor({ trustedProxies: 1 })).toBe('https://qm.example/v1/tools/health')
  expect(await urlFor({ trustedProxies: 0 })).toMatch(/^http:\/\/127\.0\.0\.1/)
})
