import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { parseAllowList } from '@quartermaster/outbound'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ROOT_KEY, startGateway, type TestGateway } from './start-gateway.ts'

type RequestOptions = NonNullable<Parameters<TestGateway['request']>[2]>

type Files = Record<string, string>

const MULTIPLY: Files = {
  'manifest.yaml': `tool_human_name: Multiplication Tool
tool_list:
  - name: multiply
    description: Multiply two numbers.
    parameters:
      type: object
      properties:
        multiplicand: {type: number, description: The multiplicand}
        multiplier: {type: number}
      required: [multiplicand, multiplier]
`,
  'tool.ts': `export class Tools {
  async tool_multiply({ multiplicand, multiplier }: any) { return multiplicand * multiplier }
}`,
}
const WEB: Files = {
  'manifest.yaml': `tool_name: Web Search
tool_list:
  - {name: web_search, description: Search., parameters: {type: object, properties: {query: {type: string}}, required: [query]}}
  - {name: url_browse, description: Read., parameters: {type: object, properties: {url: {type: string}}, required: [url]}}
`,
  'tool.ts': `export class Tools {
  async web_search({ query }) { return [query] }
  async url_browse({ url }) { return url }
}`,
}

async function start(folders: Record<string, Files>, config = {}) {
  const toolsDir = await mkdtemp(join(tmpdir(), 'quartermaster-tools-'))
  onTestFinished(() => rm(toolsDir, { recursive: true, force: true }))
  const write = async (folder: string, files: Files) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(toolsDir, folder, name)), { recursive: true })
      await writeFile(join(toolsDir, folder, name), text)
    }
  }
  for (const [folder, files] of Object.entries(folders)) await write(folder, files)
  const gateway = await startGateway({ config: { toolsDir, ...config } })
  const call = (
    id: string,
    name: string,
    body: unknown = {},
    options: Partial<RequestOptions> = {},
  ) =>
    gateway.request('POST', `/v1/toolsets/${encodeURIComponent(id)}/tools/${name}`, {
      body,
      ...options,
    })
  const list = async () => (await gateway.request('GET', '/v1/toolsets')).body
  return { ...gateway, write, call, list, toolsDir }
}

describe('GET /v1/toolsets', () => {
  test('J-01 lists Disabled and the folders with their labels and functions', async () => {
    const { list } = await start({ Multiply: MULTIPLY, Web: WEB })
    const { toolsets, next_cursor } = await list()
    expect(toolsets).toEqual([
      { id: 'Disabled', label: 'Disabled', functions: [] },
      {
        id: 'Multiply',
        label: 'Multiplication Tool',
        functions: [{ name: 'multiply', description: 'Multiply two numbers.', timeout: 30 }],
      },
      { id: 'Web', label: 'Web Search', functions: [expect.anything(), expect.anything()] },
    ])
    expect(next_cursor).toBeNull()
  })

  test('J-02 to J-09 what is wrong with a folder is in the report', async () => {
    const manifest = MULTIPLY['manifest.yaml'] ?? ''
    const { list, call } = await start({
      Multiply: MULTIPLY,
      '.x': MULTIPLY,
      __y: MULTIPLY,
      NoManifest: { 'tool.ts': '' },
      Unnamed: { 'manifest.yaml': manifest.replace(/^tool_human.*\n/, '') },
      NoFunctions: { 'manifest.yaml': 'tool_name: None\ntool_list: []' },
      BadYaml: { 'manifest.yaml': 'a: b: c' },
      ListAtTop: { 'manifest.yaml': '- a' },
      NoModule: { 'manifest.yaml': manifest },
      Divide: { ...MULTIPLY, 'manifest.yaml': manifest.replace('multiply', 'divide') },
    })
    const { toolsets, load_report: report } = await list()
    expect(toolsets.map(({ id }: { id: string }) => id)).toEqual(['Disabled', 'Multiply'])
    const status = (folder: string) =>
      report.find((entry: { folder: string }) => entry.folder === folder)
    expect(status('Multiply')).toMatchObject({ status: 'loaded', problems: [], warnings: [] })
    expect(status('BadYaml')).toMatchObject({
      status: 'broken',
      loaded_at: null,
      problems: [{ file: 'manifest.yaml', line: 1, reason: expect.stringContaining('YAML') }],
    })
    expect(report).toHaveLength(8)

    // J-12
    const broken = await call('Divide', 'divide', { multiplicand: 1, multiplier: 1 })
    expect(broken.status).toBe(503)
    expect(broken.body.error).toContain("There is no method 'tool_divide' or 'divide'")
    expect((await call('Nobody', 'multiply')).status).toBe(404)
    const labelled = await call('Multiplication Tool', 'multiply')
    expect([labelled.status, labelled.body.suggestion]).toEqual([404, "Use the id 'Multiply'."])
    expect((await call('../secrets', 'multiply')).status).toBe(404)
  })

  test('what an agent may not call is not listed', async () => {
    const { request } = await start({ Web: WEB })
    await request('POST', '/v1/agents', { body: { name: 'Ada', denied_tools: ['url_browse'] } })
    const { body } = await request('GET', '/v1/toolsets', { headers: { 'x-agent': 'Ada' } })
    const names = body.toolsets[1].functions.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['web_search'])
  })
})

describe('a call', () => {
  test('J-10 J-13 answers with the value itself', async () => {
    const { call } = await start({
      Multiply: MULTIPLY,
      Echo: {
        'manifest.yaml':
          'tool_name: Echo\ntool_list: [{name: echo, description: E., parameters: {type: object, properties: {value: {}}}}]',
        'tool.ts': 'export default { echo({ value }) { return value } }',
      },
    })
    const answer = await call('Multiply', 'multiply', { multiplicand: 6, multiplier: 7 })
    expect([answer.status, answer.text]).toEqual([200, '42'])
    for (const value of ['"s"', '{"a":1}', '[1]', '3', '0', '""', 'false', 'null']) {
      const { text } = await call('Echo', 'echo', `{"value":${value}}`)
      expect(text).toBe(value)
    }
    const exact = '{"__proto__":{"n":12345678901234567890},"s":"é😀"}'
    expect((await call('Echo', 'echo', `{"value":${exact}}`)).text).toBe(exact)
    expect((await call('Echo', 'echo')).text).toBe('null')
  })

  test('J-16 J-17 wrong arguments are named, and the method does not run', async () => {
    const mark = join(await mkdtemp(join(tmpdir(), 'quartermaster-mark-')), 'ran')
    onTestFinished(() => rm(dirname(mark), { recursive: true }))
    const marking = `import { appendFileSync } from 'node:fs'
export class Tools { tool_multiply() { appendFileSync(${JSON.stringify(mark)}, 'x'); return 1 } }`
    const manifest = `permissions: [files]\n${MULTIPLY['manifest.yaml']}`
    const { call } = await start({
      Multiply: { ...MULTIPLY, 'manifest.yaml': manifest, 'tool.ts': marking },
    })
    const wrong = async (body: unknown) => {
      const answer = await call('Multiply', 'multiply', body)
      expect(answer.status).toBe(400)
      return answer.body.error
    }
    expect(await wrong({ multiplicand: 6 })).toContain("'multiplier'")
    expect(await wrong({ multiplicand: 6, multiplier: 7, foo: 1 })).toContain("'foo'")
    expect(await wrong({ multiplicand: 'abc', multiplier: 7 })).toContain("'multiplicand'")
    expect(await wrong('{"multiplicand": 6,')).toContain('cannot be read')
    expect(await wrong({ tool_name: 'multiply', parameters: '{bad', request_id: 'r' })).toContain(
      'cannot be read',
    )
    await expect(readFile(mark)).rejects.toThrow()

    const once = { headers: { 'idempotency-key': 'k1' } }
    const good = { multiplicand: 1, multiplier: 1 }
    expect((await call('Multiply', 'multiply', good, once)).status).toBe(200)
    const again = await call('Multiply', 'multiply', good, once)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await readFile(mark, 'utf8')).toBe('x')
  })

  test('J-26 arguments are checked to their depth', async () => {
    const { call } = await start({
      Deep: {
        'manifest.yaml': `tool_name: Deep
tool_list:
  - name: save
    description: Save.
    parameters:
      type: object
      properties:
        place: {type: object, properties: {x: {type: number}}, required: [x]}
        rows: {type: array, items: {type: object, properties: {id: {type: integer}}, required: [id]}}
        ratio: {type: string, enum: ["1:1", 16:9]}
        size: {type: string, enum: [1K, 2K]}
        flag: {type: boolean}
        count: {type: integer, minimum: 1}
`,
        'tool.ts': 'export default { save: (input) => input }',
      },
    })
    const good = {
      place: { x: 1.5 },
      rows: [{ id: 1 }],
      ratio: '1:1',
      size: '1K',
      flag: false,
      count: 3,
    }
    expect((await call('Deep', 'save', good)).body).toEqual(good)
    const wrong: [object, string][] = [
      [{ place: {} }, 'place.x'],
      [{ place: { x: 1, y: 2 } }, 'place.y'],
      [{ rows: [{ id: 1 }, { id: 'x' }] }, 'rows[1].id'],
      [{ ratio: '4:3' }, '"1:1", "16:9"'],
      [{ size: 1000 }, '"1K"'],
      [{ flag: 'maybe' }, 'flag'],
      [{ count: 0 }, 'count'],
      [{ count: 1.5 }, 'count'],
    ]
    for (const [input, words] of wrong) {
      const { status, body } = await call('Deep', 'save', input)
      expect([status, body.error]).toEqual([400, expect.stringContaining(words)])
    }
  })

  test('J-15 a thrown error, an exit, a loop: each the answer of its own call only', async () => {
    const { call } = await start({
      Multiply: MULTIPLY,
      Bad: {
        'manifest.yaml': `tool_name: Bad
tool_list: [{name: boom, description: B.}, {name: exit, description: E.}, {name: loop, timeout: 1, description: L.}]`,
        'tool.ts': `export default {
  boom() { throw new Error('boom in ' + import.meta.filename) },
  exit() { process.exit(0) },
  loop() { for (;;); },
}`,
      },
    })
    const input = { multiplicand: 6, multiplier: 7 }
    const boom = await call('Bad', 'boom')
    expect(boom.status).toBe(500)
    expect(boom.body).toMatchObject({ success: false, code: 'tool_failed' })
    expect(boom.body.error).toContain('boom in')
    expect(boom.text).not.toMatch(/tool\.ts|quartermaster-tools/)
    expect((await call('Bad', 'exit')).body.error).toContain('ended its process')
    const [loop, beside] = await Promise.all([
      call('Bad', 'loop'),
      call('Multiply', 'multiply', input),
    ])
    expect([loop.status, loop.body.code]).toEqual([504, 'deadline_exceeded'])
    expect(beside.body).toBe(42)
    expect((await call('Bad', 'boom')).status).toBe(500)
  })

  test('hidden defaults win, GET works where the manifest says so, wrong methods are told', async () => {
    const { call, request } = await start({
      Show: {
        'manifest.yaml': `tool_name: Show
defaults: {tenant: acme}
tool_list:
  - {name: show, method: GET, description: S., parameters: {type: object, properties: {tenant: {type: string}, n: {type: integer}}, required: [tenant]}}
  - {name: post_only, description: P.}`,
        'tool.ts': 'export default { show: (input) => input, post_only: () => 1 }',
      },
    })
    const shown = await call('Show', 'show', { tenant: 'other', n: '3' })
    expect(shown.body).toEqual({ tenant: 'acme', n: 3 })
    const got = await request('GET', '/v1/toolsets/Show/tools/show?n=3')
    expect(got.body).toEqual({ tenant: 'acme', n: 3 })
    const refused = await request('GET', '/v1/toolsets/Show/tools/post_only')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
    const asked = await request('OPTIONS', '/v1/toolsets/Show/tools/post_only')
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('is in the call log, needs a key, and keeps to what the agent may call', async () => {
    const { call, request } = await start({ Multiply: MULTIPLY })
    await call('Multiply', 'multiply', { multiplicand: 1, multiplier: 2 })
    const { body } = await request('GET', '/v1/calls')
    expect(body.calls[0]).toMatchObject({
      tool: 'multiply',
      path: '/v1/toolsets/Multiply/tools/multiply',
    })
    expect((await call('Multiply', 'multiply', {}, { key: null })).status).toBe(401)
    await request('POST', '/v1/agents', { body: { name: 'Ada', allowed_tools: [] } })
    const input = { multiplicand: 1, multiplier: 2 }
    const denied = await call('Multiply', 'multiply', input, { headers: { 'x-agent': 'Ada' } })
    expect(denied.status).toBe(403)
  })
})

describe('descriptors', () => {
  const namesAt = async (request: TestGateway['request'], query: string) => {
    const { body } = await request('GET', `/v1/descriptors?${query}`)
    return body.map(({ name }: { name: string }) => name)
  }

  test('without a selection they include the tools of all folders', async () => {
    const { request } = await start({ Multiply: MULTIPLY, Web: WEB })
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

  test('several folders can be selected together', async () => {
    const { request } = await start({ Multiply: MULTIPLY, Web: WEB })
    const expected = ['multiply', 'web_search', 'url_browse']
    expect(await namesAt(request, 'toolset=Multiply,Web')).toEqual(expected)
    expect(await namesAt(request, 'toolset=Multiply&toolset=Web')).toEqual(expected)
  })

  test('functions of the same name are told apart, and each can be called over MCP', async () => {
    const { request, url } = await start({ Abacus: MULTIPLY, Multiply: MULTIPLY })
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

  test('a tool that is called at the wrong path is answered with the right one', async () => {
    const { request } = await start({ Multiply: MULTIPLY })
    const suggestion = async (name: string) =>
      (await request('POST', `/v1/tools/${name}`, { body: {} })).body.suggestion
    expect(await suggestion('multiply')).toBe('Call POST /v1/toolsets/Multiply/tools/multiply.')
    expect(await suggestion('save_table_row')).toBe(
      'Call POST /v1/tables/{id}/tools/save_table_row.',
    )
    expect(await suggestion('no_such_tool')).toContain('GET /v1/descriptors')
  })

  test('they change as soon as a folder does', async () => {
    const { request, write } = await start({ Multiply: MULTIPLY })
    expect(await namesAt(request, '')).not.toContain('web_search')
    await write('Web', WEB)
    await vi.waitFor(async () => expect(await namesAt(request, '')).toContain('web_search'), 10_000)
  })

  test.each(['subconscious', 'openai', 'openai-responses', 'anthropic', 'gemini', 'mcp'])(
    '?toolset= in the format %s',
    async (format) => {
      const { request } = await start({ Web: WEB })
      const { status, body } = await request('GET', `/v1/descriptors?toolset=Web&format=${format}`)
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toContain('web_search')
      expect(format === 'gemini' ? body[0].functionDeclarations : body).toHaveLength(2)
    },
  )

  test('can be called as they say, also for a folder with a name that needs escaping', async () => {
    const { request } = await start({ 'My Tools & more': MULTIPLY })
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

describe('a function with a url', () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0xfe])

  /** A service that answers with what it was sent. */
  async function service() {
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const { pathname } = new URL(request.url ?? '/', 'http://x')
      if (pathname === '/fails') return response.writeHead(500).end('internal stack trace')
      if (pathname === '/busy') return response.writeHead(429, { 'retry-after': '7' }).end()
      if (pathname === '/text') return response.setHeader('content-type', 'text/plain').end('hi')
      if (pathname === '/image') return response.setHeader('content-type', 'image/png').end(PNG)
      if (pathname === '/file') return response.setHeader('content-type', 'video/mp4').end(PNG)
      response.setHeader('content-type', 'application/json')
      const { method, url, headers } = request
      const number = pathname === '/large' ? ',"n":12345678901234567890' : ''
      const sent = { method, url, key: headers['x-key'], body: body && JSON.parse(body) }
      response.end(`${JSON.stringify(sent).slice(0, -1)}${number}}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const text = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }
  const manifest = (base: string) => `tool_name: Remote
secrets: [KEY]
headers: {X-Key: "key \${KEY}"}
defaults: {tenant: acme}
tool_list:
  - {name: save, description: S., url: "${base}/items", parameters: {type: object, properties: {a: {type: string}}}}
  - {name: find, description: F., method: GET, url: "${base}/items/{id}", parameters: {type: object, properties: {id: {type: string}, tags: {type: array, items: {type: string}}}, required: [id]}}
  - {name: fails, description: F., url: "${base}/fails"}
  - {name: busy, description: B., url: "${base}/busy"}
  - {name: text, description: T., url: "${base}/text"}
  - {name: large, description: L., url: "${base}/large"}
  - {name: image, description: I., url: "${base}/image"}
  - {name: file, description: F., url: "${base}/file"}
`
  const allowed = {
    outboundAllow: parseAllowList('127.0.0.1'),
    findSecret: (name: string) => (name === 'QM_SECRET_REMOTE__KEY' ? 's3cret' : undefined),
  }

  test('gets the arguments, the hidden defaults and the headers', async () => {
    const base = await service()
    const { call } = await start({ Remote: { 'manifest.yaml': manifest(base) } }, allowed)
    expect((await call('Remote', 'save', { a: 'x' })).body).toEqual({
      method: 'POST',
      url: '/items',
      key: 'key s3cret',
      body: { a: 'x', tenant: 'acme' },
    })
    expect((await call('Remote', 'find', { id: 'a/b', tags: ['x', 'y'] })).body).toMatchObject({
      method: 'GET',
      url: '/items/a%2Fb?tags=x&tags=y&tenant=acme',
    })
    expect((await call('Remote', 'text')).body).toBe('hi')
    expect((await call('Remote', 'large')).text).toContain('"n":12345678901234567890')
  })

  test('G14 an image or a file that it answers with is a content block', async () => {
    const base = await service()
    const { call } = await start({ Remote: { 'manifest.yaml': manifest(base) } }, allowed)
    const data = PNG.toString('base64')
    expect((await call('Remote', 'image')).body).toMatchObject({
      content: [{ kind: 'image', data, mime: 'image/png' }],
      is_error: false,
    })
    expect((await call('Remote', 'file')).body).toMatchObject({
      content: [{ kind: 'file', data, mime: 'video/mp4' }],
    })
  })

  test('its failures are told in our own words', async () => {
    const base = await service()
    const { call } = await start({ Remote: { 'manifest.yaml': manifest(base) } }, allowed)
    const fails = await call('Remote', 'fails')
    expect([fails.status, fails.body.upstream_status]).toEqual([502, 500])
    expect(fails.text).not.toMatch(/stack trace|127\.0\.0\.1|s3cret/)
    const busy = await call('Remote', 'busy')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test('a private address is refused without naming the operator’s settings', async () => {
    const base = await service()
    const { call } = await start(
      { Remote: { 'manifest.yaml': manifest(base) } },
      { findSecret: allowed.findSecret },
    )
    const { status, body } = await call('Remote', 'save', { a: 'x' })
    expect(status).toBe(502)
    expect(body.error).toBe("The service behind 'save' cannot be called.")
    expect(JSON.stringify(body)).not.toMatch(/QM_OUTBOUND_ALLOW|127\.0\.0\.1/)
  })

  test('the operations of an OpenAPI document are its functions', async () => {
    const base = await service()
    const document = {
      openapi: '3.1.0',
      info: { title: 'Items', version: '1' },
      servers: [{ url: base }],
      paths: {
        '/items/{id}': {
          get: {
            operationId: 'get_item',
            summary: 'Get an item.',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'q', in: 'query', schema: { type: 'string' } },
            ],
          },
        },
      },
    }
    const { call } = await start(
      {
        Items: {
          'manifest.yaml': 'tool_name: Items\nopenapi: items.json',
          'items.json': JSON.stringify(document),
        },
      },
      allowed,
    )
    expect((await call('Items', 'get_item', { id: '7', q: 'a b' })).body).toMatchObject({
      method: 'GET',
      url: '/items/7?q=a+b',
    })
    expect((await call('Items', 'get_item', {})).status).toBe(400)
  })
})

test('a changed folder is picked up, and what is broken is reported, without a restart', async () => {
  const { call, list, write } = await start({ Multiply: MULTIPLY })
  const input = { multiplicand: 6, multiplier: 7 }
  const text = MULTIPLY['tool.ts'] ?? ''
  await write('Multiply', { 'tool.ts': text.replace('* multiplier', '* multiplier * 10') })
  await vi.waitFor(async () => expect((await call('Multiply', 'multiply', input)).body).toBe(420), {
    timeout: 50_000,
  })
  await write('Multiply', { 'tool.ts': 'broken(' })
  await vi.waitFor(
    async () =>
      expect((await list()).load_report[0]).toMatchObject({
        status: 'serving_last_good',
        problems: [{ file: 'tool.ts', line: 1 }],
      }),
    { timeout: 50_000 },
  )
  expect((await call('Multiply', 'multiply', input)).body).toBe(420)
})
