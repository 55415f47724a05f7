import { expect, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { openGateway, startGateway } from './start-gateway.ts'

test('a key that calls too often is told when to come back, and no other key is', async () => {
  const { toolsets } = sampleTools()
  const { as, request } = await startGateway({ toolsets, families: [], config: { rateLimit: 3 } })
  for (let i = 0; i < 3; i++) expect((await as('A').call('text')).status).toBe(200)
  const over = await as('A').call('text')
  expect(over.status).toBe(429)
  expect(over.body).toMatchObject({ code: 'rate_limited', retryable: true })
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await as('B').call('text')).status).toBe(200)
  for (let i = 0; i < 5; i++)
    expect((await request('GET', '/healthz', { key: null })).status).toBe(200)
})

test('a path that is not there, and one that cannot be read', async () => {
  const { request } = await startGateway({ toolsets: [], families: [] })
  const missing = await request('GET', '/no/such/path')
  expect(missing.status).toBe(404)
  expect(missing.body).toMatchObject({ success: false, code: 'not_found' })
  const unreadable = await request('GET', '/v1/%zz')
  expect(unreadable.status).toBe(400)
  expect(unreadable.body.error).toBeTruthy()
})

test('metrics are for the operator', async () => {
  const { request, as } = await startGateway({ toolsets: sampleTools().toolsets, families: [] })
  await as('A').call('text')
  const { status, text } = await request('GET', '/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/v1\/tools\/text".*\} 1/)
})

test('a gateway without its database says so, and works again when it is back', async () => {
  const { request, as, services } = await startGateway({
    toolsets: sampleTools().toolsets,
    families: [],
  })
  const { pool } = services.database
  const connect = pool.connect.bind(pool)
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
  })
  pool.connect = (() => Promise.reject(lost)) as typeof pool.connect
  const away = await as('A').call('count_up', { label: 'x' })
  expect(away.status).toBe(503)
  expect(away.body).toMatchObject({ code: 'unavailable', retryable: true })
  expect(away.text).not.toContain('5432')
  expect((await request('GET', '/readyz', { key: null })).status).toBe(503)
  expect((await request('GET', '/healthz', { key: null })).status).toBe(200)
  pool.connect = connect
  expect((await as('A').call('count_up', { label: 'x' })).status).toBe(200)
  expect((await request('GET', '/readyz', { key: null })).status).toBe(200)
})

test('a gateway that stops finishes the calls in flight', async () => {
  const { toolsets, signals } = sampleTools()
  const { as, close } = await openGateway({ toolsets, families: [] })
  const call = as('A').call('slow')
  await expect.poll(() => signals.length).toBe(1)
  await close()
  expect((await call).status).toBe(504)
  await expect(as('A').call('text')).rejects.toThrow()
})

test.each([1.5, 5, 20])(
  'a body of %d MB is answered, also while it is still being sent',
  async (megabytes) => {
    const { as } = await startGateway({ toolsets: sampleTools().toolsets, families: [] })
    const answer = await as('A').call('falsy', { value: 'x'.repeat(megabytes * 1_000_000) })
    expect(answer.status).toBe(413)
    expect(answer.body.code).toBe('too_large')
  },
)
