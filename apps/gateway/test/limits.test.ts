import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sampleTools } from './sample-tools.ts'
import { openGateway, startGateway } from './start-gateway.ts'

test('an agent that calls too often gets Retry-After, and no other agent does', async () => {
  const { groups } = sampleTools()
  const { as, request } = await startGateway({ groups, families: [], config: { rateLimit: 3 } })
  for (let i = 0; i < 3; i++) expect((await as('A').call('text')).status).toBe(200)
  const over = await as('A').call('text')
  expect(over.status).toBe(429)
  expect(over.body).toMatchObject({ code: 'rate_limited', retryable: true })
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await as('B').call('text')).status).toBe(200)
  for (let i = 0; i < 5; i++)
    expect((await request('GET', '/healthz', { key: null })).status).toBe(200)
})

test('unknown and malformed paths are answered with 404 and 400', async () => {
  const { request } = await startGateway({ groups: [], families: [] })
  const missing = await request('GET', '/no/such/path')
  expect(missing.status).toBe(404)
  expect(missing.body).toMatchObject({ success: false, code: 'not_found' })
  const unreadable = await request('GET', '/v1/%zz')
  expect(unreadable.status).toBe(400)
  expect(unreadable.body.error).toBeTruthy()
})

test.each([
  ['/v1/schedules/1/stop', /^Did you mean POST \/v1\/schedules\/1\/pause or POST .*\/1\/resume/],
  ['/v1/schedules/1/paus', /^Did you mean POST \/v1\/schedules\/1\/pause\? /],
  ['/v1/agentz', /^Did you mean POST \/v1\/agents\? /],
])('%s is answered with routes of the same subject', async (path, suggestion) => {
  const { request } = await startGateway()
  const { status, body } = await request('POST', path, { body: {} })
  expect([status, body.suggestion]).toEqual([404, expect.stringMatching(suggestion)])
})

test('metrics are for the operator', async () => {
  const { request, as } = await startGateway({ groups: sampleTools().groups, families: [] })
  await as('A').call('text')
  const { status, text } = await request('GET', '/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(/quartermaster_tool_calls_total\{tool="text",outcome="ok"\} \d+/)
})

test('a gateway without its database says so, and works again when it is back', async () => {
  const { request, as, services } = await startGateway({
    groups: sampleTools().groups,
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
  const { groups, signals } = sampleTools()
  const { as, close } = await openGateway({ groups, families: [] })
  const call = as('A').call('slow')
  await expect.poll(() => signals.length).toBe(1)
  await close()
  expect((await call).status).toBe(504)
  await expect(as('A').call('text')).rejects.toThrow()
})

test.each([1.5, 5, 20])(
  'a body of %d MB is answered, also while it is still being sent',
  async (megabytes) => {
    const { as } = await startGateway({ groups: sampleTools().groups, families: [] })
    const answer = await as('A').call('falsy', { value: 'x'.repeat(megabytes * 1_000_000) })
    expect(answer.status).toBe(413)
    expect(answer.body.code).toBe('too_large')
  },
)

/** The response to bytes that no client would send. */
async function send(url: string, bytes: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.end(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) }
}

const POST = 'POST /v1/tools/text HTTP/1.1\r\nhost: x\r\n'

test.each([
  ['a request line that is none', 'NONSENSE\r\n\r\n', 400, 'invalid_input'],
  ['a length that is none', `${POST}content-length: abc\r\n\r\n`, 400, 'invalid_input'],
  ['headers of 20 kB', `${POST}x-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
])('%s is answered like every other error', async (_what, bytes, status, code) => {
  const { url } = await startGateway({ groups: sampleTools().groups, families: [] })
  const answer = await send(url, bytes)
  expect(answer.status).toBe(status)
  expect(answer.head).toMatch(/content-type: application\/json/i)
  expect(answer.body).toEqual({
    success: false,
    error: expect.any(String),
    code,
    suggestion: expect.any(String),
    retryable: false,
    request_id: expect.any(String),
  })
})

test.each([
  ['bytes that are no UTF-8', 'city=%ff'],
  ['a surrogate', 'city=%ed%a0%80'],
  ['a percent sign alone', 'city=100%'],
  ['a name that is no UTF-8', '%ff=x'],
])('%s in a query: refused, not replaced', async (_what, query) => {
  const { request } = await startGateway({ groups: sampleTools().groups, families: [] })
  for (const path of ['/v1/tools/weather', '/v1/calls']) {
    const answer = await request('GET', `${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_input' })
    expect(answer.body.error).toMatch(query.startsWith('city') ? /'city'/ : /URL/)
  }
  expect((await request('GET', '/v1/tools/weather?city=%ff', { key: null })).status).toBe(401)
  expect((await request('GET', '/v1/tools/weather?city=%ff&errors=inband')).status).toBe(200)
  const fine = await request('GET', '/v1/tools/weather?city=K%C3%B6ln+S%C3%BCd')
  expect(fine.status).toBe(200)
})
