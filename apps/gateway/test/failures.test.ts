import { describe, expect, test } from 'vitest'
import { startFresh, useGateway } from './call-samples.ts'

const start = useGateway()

describe('failures', () => {
  test('S-08 an unexpected error is logged in full, and the caller learns nothing about it', async () => {
    const log: string[] = []
    const { post } = await startFresh({ log })
    const answer = await post('fails')
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ success: false, code: 'internal', retryable: true })
    expect(answer.text).not.toMatch(/password|10\.0\.0\.1|\.ts|at /)
    expect(log.join('')).toContain('db password=x at 10.0.0.1')
    expect(log.join('')).toContain(answer.body.request_id)
  })

  test('S-09 malformed JSON is a JSON error', async () => {
    const { post } = await start()
    const answer = await post('search', '{bad')
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.body.error).toBeTruthy()
  })

  test.each(['[1]', '"text"', '1', 'null'])(
    'a body of %s is refused, because it is not an object',
    async (body) => {
      const { post } = await start()
      expect((await post('search', body)).status).toBe(400)
    },
  )

  test('a body of 100,000 levels is refused', async () => {
    const { post } = await start()
    const answer = await post('falsy', `{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('nested')
  })

  test('bytes that are not UTF-8 are refused', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/v1/tools/text`, {
      method: 'POST',
      headers: { 'x-api-key': 'the-root-key-of-the-tests' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    })
    expect(response.status).toBe(400)
  })

  test('S-11 S-12 a key is needed, in either header and any case, and is never echoed', async () => {
    const { request, seen } = await start()
    const path = '/v1/tools/search'
    const body = { query: 'q' }
    for (const key of [null, 'wrong-key', 'qm_000000000000_wrong']) {
      const answer = await request('POST', path, { body, key })
      expect(answer.status).toBe(401)
      expect(answer.body.error).toBeTruthy()
      if (key !== null) expect(answer.text).not.toContain(key)
    }
    expect(seen).toEqual([])
    const right = 'the-root-key-of-the-tests'
    const upper = await request('POST', path, { body, key: null, headers: { 'X-API-KEY': right } })
    const bearer = await request('POST', path, {
      body,
      key: null,
      headers: { authorization: `Bearer ${right}` },
    })
    expect([upper.status, bearer.status]).toEqual([200, 200])
  })

  test('S-13 an unknown tool', async () => {
    const { post } = await start()
    const answer = await post('serch', {})
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({
      code: 'unknown_tool',
      suggestion: "Did you mean 'search'?",
    })
  })

  test('an unknown path without a similar one suggests no other', async () => {
    const { request } = await start()
    const { status, body } = await request('GET', '/v1/zzz')
    expect([status, body.suggestion]).toEqual([404, 'GET /openapi.json lists all routes.'])
  })

  test('a misspelt path suggests the right one, with the method of the request', async () => {
    const { request } = await start()
    const { body } = await request('POST', '/v1/agent')
    expect(body.suggestion).toContain('Did you mean POST /v1/agents?')
  })

  test('S-14 the wrong method', async () => {
    const { request } = await start()
    const answer = await request('GET', '/v1/tools/search')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect(answer.body.error).toContain('POST')
    const other = await request('PUT', '/v1/agents')
    expect(other.status).toBe(405)
    expect(other.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  })

  test('S-20 a tool that takes too long gets a 504, and its signal is aborted', async () => {
    const { post, request, signals } = await start()
    const started = performance.now()
    const answer = await post('slow')
    expect(answer.status).toBe(504)
    expect(answer.body).toMatchObject({ code: 'deadline_exceeded', retryable: true })
    // Its own timeout is one second and the handler would take five.
    expect(performance.now() - started).toBeLessThan(4000)
    expect(signals[0]?.aborted).toBe(true)
    expect((await request('GET', '/healthz')).status).toBe(200)
  })

  test('a write that is abandoned has no effect', async () => {
    const { post, services } = await startFresh()
    const answer = await post('count_slowly', { label: 'late' })
    expect(answer.status).toBe(504)
    await expect
      .poll(
        () =>
          services.database.pool.query(
            "select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
          ),
        { timeout: 10_000 },
      )
      .toMatchObject({ rowCount: 0 })
    const { rowCount } = await services.database.pool.query(
      "select 1 from workspaces where name like 'late-%'",
    )
    expect(rowCount).toBe(0)
  })

  test('S-31 no pattern can block the gateway', async () => {
    const { post, request } = await start()
    const hostile = post('pattern', { text: `${'a'.repeat(50_000)}!` })
    expect((await request('GET', '/healthz')).status).toBe(200)
    expect((await hostile).status).toBe(400)
  })

  test('S-32 a body over the limit', async () => {
    const { post } = await startFresh({ config: { bodyLimit: 2048 } })
    const answer = await post('search', { query: 'q'.repeat(4000) })
    expect(answer.status).toBe(413)
    expect(answer.body.error).toContain('2048')
  })

  test('failures come with status 200 for hosts that ask for it', async () => {
    const { request } = await start()
    const answer = await request('POST', '/v1/tools/search?errors=inband', { body: {} })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_input' })
  })
})
