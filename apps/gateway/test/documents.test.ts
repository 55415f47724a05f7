import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startGateway } from './start-gateway.ts'

/** The body as it was sent: `fetch` would decompress it. */
async function raw(url: string, headers: Record<string, string> = {}) {
  const { get } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      get(url, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const { statusCode = 0, headers } = response
          resolve({ status: statusCode, headers, body: Buffer.concat(chunks) })
        })
      }).on('error', reject)
    },
  )
}

test('the OpenAPI document is served compressed, with an ETag', async () => {
  const { url, request } = await startGateway()
  const plain = await raw(`${url}/docs/openapi.json`)
  expect(plain.status).toBe(200)
  expect(JSON.parse(String(plain.body)).openapi).toBe('3.1.0')
  const brotli = await raw(`${url}/docs/openapi.json`, { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
  expect(brotli.body.length).toBeLessThan(plain.body.length / 4)
  const gzip = await raw(`${url}/docs/openapi.json`, { 'accept-encoding': 'gzip, br;q=0' })
  expect(gunzipSync(gzip.body)).toEqual(plain.body)

  const etag = String(plain.headers.etag)
  const again = await raw(`${url}/docs/openapi.json`, { 'if-none-match': etag })
  expect([again.status, again.body.length]).toEqual([304, 0])
  expect((await request('GET', '/openapi.json')).body).toEqual(JSON.parse(String(plain.body)))
})

test('the reference page names a script that browsers may keep, and there is no YAML', async () => {
  const { url } = await startGateway()
  const page = await raw(`${url}/docs/`)
  const [, script] = /src="(scalar-[\w-]+\.js)"/.exec(String(page.body)) ?? []
  const { status, headers, body } = await raw(`${url}/docs/${script}`, { 'accept-encoding': 'br' })
  expect(status).toBe(200)
  expect(headers['cache-control']).toContain('immutable')
  expect(body.length).toBeLessThan(1_500_000)
  expect((await raw(`${url}/docs/openapi.yaml`)).status).toBe(404)
  expect((await raw(`${url}/docs`)).headers.location).toBe('docs/')
})

test('public documents are limited per address', async () => {
  const { url } = await startGateway()
  const statuses = new Set<number>()
  for (let i = 0; i < 301; i++) statuses.add((await raw(`${url}/.well-known/x`)).status)
  expect([...statuses]).toEqual([404, 429])
})

test.each(['/.well-known/oauth-authorization-server', '/.well-known/a/b', '/register'])(
  '%s is answered with 404, with and without a key',
  async (path) => {
    const { request } = await startGateway()
    expect((await request('GET', path, { key: null })).status).toBe(404)
    expect((await request('POST', path, { key: null, body: {} })).status).toBe(404)
    expect((await request('GET', path)).status).toBe(404)
  },
)
