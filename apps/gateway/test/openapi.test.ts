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

test('the page and its script come from the gateway itself', async () => {
  const { request } = await startGateway()
  const page = await request('GET', '/docs/', { key: null })
  expect(page.text).toContain('js/scalar.js')
  expect(page.text).not.toMatch(/(src|href)="https?:/)
})
