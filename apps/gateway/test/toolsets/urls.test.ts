import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseAllowList } from '@quartermaster/outbound'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startWithFolders } from './folders.ts'

describe('a function with a url', () => {
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0xfe])

  /** A service that answers with what it was sent. */
  async function service() {
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const { pathname } = new URL(request.url ?? '/', 'http://x')
      if (pathname === '/fails') return response.writeHead(500).end('internal stack trace')
      if (pathname === '/rejects') return response.writeHead(422).end()
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
  - {name: rejects, description: R., url: "${base}/rejects"}
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

  test('passes on the arguments, hidden defaults and headers', async () => {
    const base = await service()
    const { call } = await startWithFolders(
      { Remote: { 'manifest.yaml': manifest(base) } },
      allowed,
    )
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

  test('G14 returns an image or a file as a content block', async () => {
    const base = await service()
    const { call } = await startWithFolders(
      { Remote: { 'manifest.yaml': manifest(base) } },
      allowed,
    )
    const data = PNG.toString('base64')
    expect((await call('Remote', 'image')).body).toMatchObject({
      content: [{ kind: 'image', data, mime: 'image/png' }],
      is_error: false,
    })
    expect((await call('Remote', 'file')).body).toMatchObject({
      content: [{ kind: 'file', data, mime: 'video/mp4' }],
    })
  })

  test('reports an upstream failure without quoting it', async () => {
    const base = await service()
    const { call } = await startWithFolders(
      { Remote: { 'manifest.yaml': manifest(base) } },
      allowed,
    )
    const fails = await call('Remote', 'fails')
    expect([fails.status, fails.body.upstream_status]).toEqual([502, 500])
    expect(fails.body.retryable).toBe(true)
    expect((await call('Remote', 'rejects')).body).toMatchObject({
      upstream_status: 422,
      retryable: false,
    })
    expect(fails.text).not.toMatch(/stack trace|127\.0\.0\.1|s3cret/)
    const busy = await call('Remote', 'busy')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test('refuses a private address without naming the operator’s settings', async () => {
    const base = await service()
    const { call } = await startWithFolders(
      { Remote: { 'manifest.yaml': manifest(base) } },
      { findSecret: allowed.findSecret },
    )
    const { status, body } = await call('Remote', 'save', { a: 'x' })
    expect([status, body.retryable]).toEqual([502, false])
    expect(body.error).toBe("The service behind 'save' cannot be called.")
    expect(JSON.stringify(body)).not.toMatch(/QM_OUTBOUND_ALLOW|127\.0\.0\.1/)
  })

  test('can be imported from an OpenAPI document', async () => {
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
    const { call } = await startWithFolders(
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
