import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document has members of every shape.
type Any = any

test('the document describes every tool as an operation with its failures', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  const push = body.paths['/v1/tools/push_context'].post
  expect(push.operationId).toBe('push_context')
  expect(push.requestBody.content['application/json'].schema.required).toEqual(['key', 'value'])
  expect(Object.keys(push.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '409', '422', '504']),
  )
  expect(push.responses['400'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  const ids = Object.values(body.paths).flatMap((path) =>
    Object.values(path as object).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('every route describes its content types', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  const types = (path: string, method = 'get', status = '200') =>
    Object.keys(body.paths[path][method].responses[status].content ?? {})
  expect(types('/')).toEqual(['text/html'])
  expect(types('/metrics')).toEqual(['text/plain'])
  expect(types('/openapi.json')).toEqual(['application/json'])
  expect(types('/mcp', 'post')).toEqual(['application/json', 'text/event-stream'])
  expect(types('/v1/tables/{id}/export')).toEqual(['text/csv', 'application/json'])
  expect(body.paths['/v1/descriptors'].get.responses['304'].content).toBeUndefined()
  expect(body.paths['/'].get.security).toEqual([])
})

test('the parameters that all tools share are described once', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  const { parameters } = body.components
  expect(parameters.result_from).toMatchObject({ in: 'query', schema: { type: 'integer' } })
  expect(parameters.idempotency_key).toMatchObject({ in: 'header', name: 'Idempotency-Key' })
  const references = (path: string, method = 'post') =>
    body.paths[path][method].parameters.flatMap(({ $ref = '' }) => $ref.split('/').at(-1) || [])
  const shared = ['result_from', 'idempotency_key', 'workspace', 'agent']
  expect(references('/v1/tools/push_context')).toEqual(shared)
  expect(references('/v1/tables/{id}/tools/save_table_row')).toEqual(shared)
  expect(references('/v1/calls', 'get')).toEqual(['workspace', 'agent'])
  expect(references('/v1/agents', 'get')).toEqual(['workspace'])
  expect(body.paths['/v1/workspaces'].get.parameters).not.toContainEqual({
    $ref: '#/components/parameters/workspace',
  })
})

test('errors=inband is not a parameter that the reference page would preselect', async () => {
  const { request } = await startGateway()
  const { text, body } = await request('GET', '/openapi.json')
  expect(text).not.toMatch(/"name":"errors"|"enum":\["inband"\]/)
  expect(body.info.description).toContain('errors=inband')
})

test('no parameter breaks generated clients', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  for (const [path, methods] of Object.entries<Record<string, Any>>(body.paths)) {
    for (const { parameters = [], requestBody } of Object.values(methods)) {
      // `arguments` is a reserved word in strict mode.
      const names = parameters.map(({ name }: Any) => name)
      expect(names, path).not.toContain('arguments')
      const schema = requestBody?.content?.['application/json']?.schema
      // A typed index signature conflicts with declared members of another type.
      if (schema?.properties) expect(typeof schema.additionalProperties, path).not.toBe('object')
    }
  }
})

test('sections are described, and successful answers have examples', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  const used = new Set<string>()
  for (const [path, methods] of Object.entries<Record<string, Any>>(body.paths)) {
    for (const { tags, responses } of Object.values(methods)) {
      for (const tag of tags) used.add(tag)
      for (const [status, { content }] of Object.entries<Any>(responses)) {
        const media = content?.['application/json']
        const hasExample = media?.example !== undefined || media?.examples !== undefined
        if (status.startsWith('2') && media) expect(hasExample, path).toBe(true)
      }
    }
  }
  const described = body.tags.filter(({ description }: Any) => description)
  expect(described.map(({ name }: Any) => name).sort()).toEqual([...used].sort())
})

test('the document has absolute URLs if the operator has set the public URL', async () => {
  const publicUrl = 'https://tunnel.example/base'
  const { request } = await startGateway({ config: { publicUrl }, publicUrl })
  const { body } = await request('GET', '/openapi.json')
  expect(body.servers).toEqual([{ url: publicUrl }])
})

test('the icon of the pages needs no key', async () => {
  const { request } = await startGateway()
  const icon = await request('GET', '/favicon.ico', { key: null })
  expect(icon.status).toBe(200)
  expect(icon.headers.get('content-type')).toContain('image/svg+xml')
})

test('links of the start page are relative, so that they work under a sub-path', async () => {
  const { request } = await startGateway()
  const { text } = await request('GET', '/', { key: null })
  expect(text).not.toMatch(/(href|src)="\//)
})

test('the start page follows the colours of the system, light or dark', async () => {
  const { request } = await startGateway()
  const { text } = await request('GET', '/', { key: null })
  expect(text).toContain('color-scheme: light dark')
})

test('the page and its script come from the gateway itself', async () => {
  const { request } = await startGateway()
  const page = await request('GET', '/docs/', { key: null })
  expect(page.text).toContain('scalar-')
  expect(page.text).not.toMatch(/(src|href)="https?:/)
})

test('every operation has an imperative summary, a description and described responses', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  type Operation = {
    summary?: string
    description?: string
    responses: Record<string, { description?: string }>
  }
  for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths)) {
    for (const { summary = '', description = '', responses } of Object.values(methods)) {
      expect(summary, path).toMatch(path.includes('/tools/') ? /\S/ : /^[A-Z][a-z]+ (\S+ ?)+[^.]$/)
      expect(description, path).toMatch(/\.$/)
      for (const [status, response] of Object.entries(responses)) {
        expect(response.description, `${path} ${status}`).toMatch(/^[A-Z].*\.$/)
      }
    }
  }
})
