import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'
import { startWithFolders } from './toolsets/folders.ts'

const HOSTS = ['openwebui', 'librechat', 'dify', 'watsonx', 'copilot', 'gpt'] as const

type Operation = {
  operationId: string
  summary: string
  description: string
  parameters?: { in: string }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  responses: Record<string, { description: string }>
  'x-openai-isConsequential'?: boolean
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown> }
}

async function start(publicUrl = 'https://tunnel.example/base/') {
  const gateway = await startGateway({ publicUrl })
  const agent = { name: 'Sales', with_key: true, denied_tools: ['delete_topic'] }
  const { key } = (await gateway.request('POST', '/v1/agents', { body: agent })).body.key
  const get = async (query: string) => {
    const answer = await gateway.request('GET', `/v1/descriptors?format=openapi&${query}`, { key })
    return { ...answer, body: answer.body as Document }
  }
  return { ...gateway, get, key: key as string }
}

const operationsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap((item) => Object.values(item))

/** Every text under a member name, at any depth. */
function textsOf(value: unknown, member: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === member && typeof inner === 'string' ? [inner] : textsOf(inner, member),
  )
}

test.each(HOSTS)(
  '%s gets what this key may call, at absolute URLs without parameters',
  async (host) => {
    const { get } = await start()
    const { body, status } = await get(`host=${host}`)
    expect(status).toBe(200)
    expect(body.servers).toEqual([{ url: 'https://tunnel.example/base' }])
    expect(Object.keys(body.components.securitySchemes)).toHaveLength(1)
    const operations = operationsOf(body)
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids).toContain('push_context')
    expect(ids).not.toContain('delete_topic')
    expect(new Set(ids).size).toBe(ids.length)
    for (const path of Object.keys(body.paths)) expect(path).toMatch(/^\/v1\/[^{}/]+/)
    for (const { operationId, summary, description, parameters = [], responses } of operations) {
      expect(parameters, operationId).toEqual([])
      expect(summary, operationId).toMatch(/^[A-Z].* /)
      expect(summary, operationId).not.toBe(operationId)
      expect(description, operationId).toMatch(/\S/)
      expect(responses['200']?.description).toMatch(/\S/)
    }
  },
)

test('GPT Actions: texts have at most 300 characters, and writes have to be confirmed', async () => {
  const { get } = await start()
  const { body } = await get('host=gpt')
  for (const { operationId, summary, description } of operationsOf(body)) {
    expect(summary.length, operationId).toBeLessThanOrEqual(300)
    expect(description.length, operationId).toBeLessThanOrEqual(300)
  }
  for (const text of textsOf(body.paths, 'description'))
    expect(text.length).toBeLessThanOrEqual(700)
  const consequential = (id: string) =>
    operationsOf(body).find(({ operationId }) => operationId === id)?.['x-openai-isConsequential']
  expect(consequential('get_context')).toBe(false)
  expect(consequential('push_context')).toBe(true)
})

test('GPT Actions: answers have fewer than 100,000 characters', async () => {
  const { request, key } = await start()
  const value = 'x'.repeat(150_000)
  const call = (tool: string, body: object, headers = {}) =>
    request('POST', `/v1/tools/${tool}`, { key, body, headers })
  await call('push_context', { key: 'long', value })
  expect((await call('get_context', {})).text.length).toBeGreaterThan(150_000)
  const cut = await call('get_context', {}, { 'openai-gpt-id': 'g-1' })
  expect(cut.text.length).toBeLessThan(100_000)
  expect(cut.body.truncated).toBe(true)
})

test('GPT Actions: of more than 30 tools, those for operators are left out and named', async () => {
  const folder = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `own_${index}`)
    const entries = names.map(
      (name) =>
        `  - {name: ${name}, description: A tool of the user., parameters: {type: object, properties: {}}}`,
    )
    return {
      'manifest.yaml': `tool_human_name: Own\ntool_list:\n${entries.join('\n')}\n`,
      'tool.ts': `export class Tools { ${names.map((name) => `async ${name}() {}`).join('; ')} }`,
    }
  }
  const { request } = await startWithFolders({ Few: folder(8) })
  const get = (query = '', gateway = request) =>
    gateway('GET', `/v1/descriptors?format=openapi&host=gpt${query}`)
  const { body } = await get()
  const ids = operationsOf(body).map(({ operationId }) => operationId)
  expect(ids).toHaveLength(30)
  expect(ids).toEqual(expect.arrayContaining(['own_7', 'push_context', 'read_inbox']))
  expect(ids).not.toContain('promptyoself_inference_diagnostics')
  expect(body.info.description).toContain('promptyoself_inference_diagnostics')
  expect(operationsOf((await get('&tools=health,own_1')).body)).toHaveLength(2)

  const { request: many } = await startWithFolders({ Many: folder(40) })
  const refused = await get('', many)
  expect(refused.status).toBe(400)
  expect(refused.body.error).toMatch(/at most 30 operations, and there are \d\d tools/)
  const query = /tools=[\w,]+/.exec(refused.body.suggestion)?.[0]
  expect((await get(`&${query}`, many)).status).toBe(200)
})

test('watsonx and Copilot get OpenAPI 3.0, others 3.1, and version= decides', async () => {
  const { get } = await start()
  expect((await get('host=watsonx')).body.openapi).toBe('3.0.3')
  expect((await get('host=copilot')).body.openapi).toBe('3.0.3')
  expect((await get('host=gpt')).body.openapi).toBe('3.1.0')
  const old = await get('version=3.0')
  expect(old.body.openapi).toBe('3.0.3')
  const text = JSON.stringify(old.body.paths)
  expect(text).not.toMatch(/"type":\[|"type":"null"|"const":|"examples":/)
})

test('Dify takes at most 100 operations, and its URLs have no empty segments', async () => {
  const { get } = await start()
  const { body } = await get('host=dify')
  expect(operationsOf(body).length).toBeLessThanOrEqual(100)
  for (const path of Object.keys(body.paths)) {
    expect(new URL((body.servers[0]?.url ?? '') + path).pathname).not.toContain('//')
  }
})

test('a table is part of the path, so that the model does not have to name it', async () => {
  const { get, request } = await start()
  const { body: stack } = await request('POST', '/v1/stacks', {
    body: { name: 'S', table: { name: 'T', mode: 'custom', custom_columns: ['vendor'] } },
  })
  const { body } = await get(`table=${stack.table.id}&host=openwebui`)
  const path = `/v1/tables/${stack.table.id}/tools/save_table_row`
  const schema = body.paths[path]?.post?.requestBody?.content['application/json']?.schema
  expect(Object.keys(schema?.properties ?? {})).toContain('vendor')
})

test('unknown hosts, and hosts of other formats, are refused', async () => {
  const { get, request } = await start()
  const unknown = await get('host=acme')
  expect(unknown.status).toBe(400)
  expect(unknown.text).toContain('openwebui')
  expect((await request('GET', '/v1/descriptors?host=gpt')).status).toBe(400)
})

test('the document can be polled with its ETag', async () => {
  const { request, key } = await start()
  const path = '/v1/descriptors?format=openapi'
  const etag = (await request('GET', path, { key })).headers.get('etag') ?? ''
  const again = await request('GET', path, { key, headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test('a body member that repeats a path parameter is ignored', async () => {
  const { request } = await start()
  const { body: stack } = await request('POST', '/v1/stacks', {
    body: {
      name: 'S',
      documents: [{ filename: 'a.txt' }],
      table: { name: 'T', mode: 'custom', custom_columns: ['vendor'] },
    },
  })
  const path = `/v1/tables/${stack.table.id}/tools/save_table_row`
  const row = { document_id: stack.documents[0].id, vendor: 'Acme' }
  expect((await request('POST', path, { body: { ...row, id: stack.table.id } })).status).toBe(200)
  expect((await request('POST', path, { body: { ...row, id: 'another' } })).status).toBe(400)

  const named = await request('POST', path, { body: { ...row, table_id: stack.table.id } })
  expect(named.status).toBe(200)
  const byName = await request('POST', path, { body: { ...row, table_id: 'T' } })
  expect(byName.status).toBe(200)
  const other = await request('POST', path, { body: { ...row, table_id: 'Other' } })
  expect(other.status).toBe(400)
  expect(other.body.suggestion).toContain('Call POST /v1/tables/Other/tools/save_table_row')
})
