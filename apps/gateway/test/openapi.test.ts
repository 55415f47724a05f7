import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

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

test('it has every door, and says of each what comes back', async () => {
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

test('what every tool takes beside its arguments is said once', async () => {
  const { request } = await startGateway()
  const { body } = await request('GET', '/openapi.json')
  const { parameters } = body.components
  expect(parameters.errors).toMatchObject({ in: 'query', schema: { enum: ['inband'] } })
  expect(parameters.errors.description).toContain('200')
  expect(parameters.result_from).toMatchObject({ in: 'query', schema: { type: 'integer' } })
  expect(parameters.idempotency_key).toMatchObject({ in: 'header', name: 'Idempotency-Key' })
  const shared = ['errors', 'result_from', 'idempotency_key'].map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }))
  for (const [path, methods] of Object.entries<Record<string, { parameters?: object[] }>>(
    body.paths,
  )) {
    for (const operation of Object.values(methods)) {
      const declared = operation.parameters ?? []
      if (/\/tools\//.test(path)) expect(declared, path).toEqual(expect.arrayContaining(shared))
      else expect(declared, path).not.toEqual(expect.arrayContaining(shared))
    }
  }
  expect(body.paths['/v1/toolsets/{id}/tools/{name}'].get.parameters).toContainEqual({
    $ref: '#/components/parameters/arguments',
  })
})

test('the page and its script come from the gateway itself', async () => {
  const { request } = await startGateway()
  const page = await request('GET', '/docs/', { key: null })
  expect(page.text).toContain('js/scalar.js')
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
