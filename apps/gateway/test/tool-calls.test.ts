import { afterAll, describe, expect, test } from 'vitest'
import { changingFamily, sampleTools } from './sample-tools.ts'
import { openGateway, startGateway } from './start-gateway.ts'

type Options = Parameters<typeof startGateway>[0]

async function startFresh(options: Options = {}, open = startGateway) {
  const samples = sampleTools()
  const gateway = await open({ toolsets: samples.toolsets, families: [], ...options })
  const post = (tool: string, body?: unknown, headers: Record<string, string> = {}) =>
    gateway.request('POST', `/v1/tools/${tool}`, { body, headers })
  const lastInput = () => samples.seen.at(-1)?.input
  return { ...gateway, ...samples, post, lastInput }
}

let shared: ReturnType<typeof startFresh> | undefined
afterAll(async () => (await shared)?.close())

/** The gateway of this file, for tests that leave nothing behind but what they have seen. */
async function start() {
  shared ??= startFresh({}, openGateway)
  const gateway = await shared
  gateway.seen.length = 0
  gateway.signals.length = 0
  return gateway
}

const envelope = (tool_name: string, parameters: unknown, more = {}) => ({
  tool_name,
  parameters,
  request_id: 'r1',
  ...more,
})

describe('arguments', () => {
  test('S-01 arguments arrive with their types', async () => {
    const { post, lastInput } = await start()
    const answer = await post('search', { query: 'q', max_results: 10 })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(lastInput()).toEqual({ query: 'q', max_results: 10 })
  })

  test('S-02 an envelope is the same as its parameters alone', async () => {
    const { post, lastInput } = await start()
    const flat = await post('search', { query: 'q' })
    const enveloped = await post(
      'search',
      envelope('search', { query: 'q' }, { metadata: { a: 1 } }),
    )
    expect(enveloped.body).toEqual(flat.body)
    expect(lastInput()).toEqual({ query: 'q', max_results: 10 })
    await post('search', envelope('search', '{"query":"as text"}'))
    expect(lastInput()).toMatchObject({ query: 'as text' })
  })

  test('S-03 a list stays a bare list', async () => {
    const { post } = await start()
    expect((await post('search', { query: 'q' })).body).toEqual([
      { title: 'one' },
      { title: 'two' },
    ])
  })

  test('S-04 a missing argument is named', async () => {
    const { post, seen } = await start()
    const answer = await post('search', {})
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_input', retryable: false })
    expect(answer.body.error).toContain("'query'")
    expect(answer.body.suggestion).toContain('What to look for.')
    expect(seen).toEqual([])
  })

  test('S-05 an enum lists what is allowed', async () => {
    const { post } = await start()
    const answer = await post('weather', { city: 'Oslo', units: 'kelvin' })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(/units.*celsius.*fahrenheit/)
  })

  test('S-06 an unknown argument is named and nothing runs', async () => {
    const { post, seen } = await start()
    const answer = await post('search', { query: 'q', foo: 1 })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(
      "Unknown parameter 'foo'. Valid parameters: query, max_results",
    )
    expect(seen).toEqual([])
  })

  test('S-07 a schema can allow more arguments', async () => {
    const { post, lastInput } = await start()
    expect((await post('open_search', { query: 'q', foo: 1 })).status).toBe(200)
    expect(lastInput()).toMatchObject({ foo: 1 })
  })

  test('S-10 an empty body is no arguments', async () => {
    const { post, request, lastInput } = await start()
    const answer = await request('POST', '/v1/tools/list_all', {
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect(lastInput()).toEqual({})
    expect((await post('list_all', '')).status).toBe(200)
  })

  test('curl without a content type is understood', async () => {
    const { post } = await start()
    const answer = await post('search', '{"query":"q"}', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(answer.status).toBe(200)
  })

  test('S-15 S-16 a GET tool reads typed arguments from the query string', async () => {
    const { request, lastInput } = await start()
    const weather = await request('GET', '/v1/tools/weather?city=S%C3%A3o%20Paulo&units=celsius')
    expect(weather.status).toBe(200)
    expect(lastInput()).toEqual({ city: 'São Paulo', units: 'celsius' })
    const place = encodeURIComponent('{"x":1.5}')
    await request('GET', `/v1/tools/typed_query?n=3&flag=false&tags=a&tags=b&place=${place}`)
    expect(lastInput()).toEqual({ n: 3, flag: false, tags: ['a', 'b'], place: { x: 1.5 } })
    await request('GET', '/v1/tools/typed_query?n=3&flag=true&tags=a')
    expect(lastInput()).toEqual({ n: 3, flag: true, tags: ['a'] })
    expect((await request('GET', '/v1/tools/typed_query?n=x&flag=1&tags=a')).status).toBe(400)
  })

  test('S-18 hidden defaults win over what the model sent, and may be unknown to the schema', async () => {
    const { post, lastInput } = await start()
    await post('session', { query: 'q', sessionId: 'stolen', tenant: 8 })
    expect(lastInput()).toEqual({ query: 'q', sessionId: 'secret-session', tenant: 7 })
  })

  test('S-19 a schema default is filled in', async () => {
    const { post, lastInput } = await start()
    await post('search', { query: 'q' })
    expect(lastInput()).toEqual({ query: 'q', max_results: 10 })
  })

  test('S-23 a fault in a list is pointed at by its index', async () => {
    const { post } = await start()
    const answer = await post('tags', { tags: ['a', { b: 1 }] })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('tags[1]')
  })

  test.each([
    ['date', '2024-02-30'],
    ['email', 'a@'],
    ['id', '123'],
  ])('S-24 a %s like %j is refused by name and format', async (name, value) => {
    const { post } = await start()
    const answer = await post('formats', { [name]: value })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(new RegExp(`${name}.*(date|email|uuid)`))
  })

  test('S-27 an envelope may carry no parameters', async () => {
    const { post, lastInput } = await start()
    expect((await post('list_all', envelope('list_all', null))).status).toBe(200)
    expect(lastInput()).toEqual({})
  })

  test('S-28 an envelope for another tool runs neither', async () => {
    const { post, seen } = await start()
    const answer = await post('search', envelope('weather', { query: 'q', city: 'Oslo' }))
    expect(answer.status).toBe(400)
    expect(seen).toEqual([])
  })

  test('a tool with a property called parameters still works flat', async () => {
    const { post } = await start()
    expect((await post('own_parameters', { parameters: { a: 1 } })).body).toEqual({ a: 1 })
    expect(
      (await post('own_parameters', { parameters: { a: 1 }, request_id: 'mine' })).body,
    ).toEqual({ a: 1 })
    const wrapped = envelope('own_parameters', { parameters: { b: 2 } })
    expect((await post('own_parameters', wrapped)).body).toEqual({ b: 2 })
  })

  test('S-30 a member called __proto__ pollutes nothing', async () => {
    const { post } = await start()
    const answer = await post('search', '{"query":"q","__proto__":{"x":1}}')
    expect(answer.status).toBe(400)
    expect(({} as { x?: unknown }).x).toBeUndefined()
    const kept = await post('falsy', '{"value":{"__proto__":{"x":1}}}')
    expect(kept.text).toBe('{"__proto__":{"x":1}}')
  })

  test('the names that Letta adds are tolerated', async () => {
    const { post, lastInput } = await start()
    const answer = await post('search', {
      query: 'q',
      request_heartbeat: true,
      heartbeat: true,
      mcp_server_id: 'i',
      mcp_server_name: 'n',
    })
    expect(answer.status).toBe(200)
    expect(lastInput()).toEqual({ query: 'q', max_results: 10 })
  })

  test('text becomes a number, a boolean or an object only where nothing is lost', async () => {
    const { post } = await start()
    expect((await post('numbers', { n: '1.5', b: 'false', o: '{"a":1}' })).body).toEqual({
      n: 1.5,
      b: false,
      o: { a: 1 },
    })
    expect((await post('numbers', { n: null, s: null })).body).toEqual({})
    for (const wrong of [
      { n: true },
      { s: ['a'] },
      { s: 1 },
      { n: '' },
      { n: '0x10' },
      { b: 1 },
      { b: 'yes' },
      { o: '[1]' },
    ]) {
      expect((await post('numbers', wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
  })
})

describe('answers', () => {
  test('S-21 S-22 text is a JSON string and nothing is null', async () => {
    const { post } = await start()
    const text = await post('text')
    expect(text.text).toBe('"hello"')
    expect(text.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await post('nothing')).text).toBe('null')
  })

  test.each([
    '0',
    'false',
    '""',
    'null',
    '[]',
    '{}',
    '12345678901234567890123',
    '1e400',
    '"\\u0000"',
    '0.1000000000000000055511',
  ])('the value %s comes back as it is', async (json) => {
    const { post } = await start()
    expect((await post('falsy', `{"value":${json}}`)).text).toBe(json)
  })

  test('S-29 content blocks are passed on intact', async () => {
    const { post } = await start()
    const answer = await post('picture', {
      tool_name: 'picture',
      parameters: {},
      tool_call_id: 'c1',
    })
    expect(answer.body).toEqual({
      tool_call_id: 'c1',
      content: [
        { kind: 'text', data: 'a pixel' },
        { kind: 'image', data: 'iVBORw0KGgo=', mime: 'image/png' },
      ],
      is_error: false,
    })
  })

  test('a long list is cut between its items, and the rest can be had', async () => {
    const { request } = await startFresh({ config: { answerLimit: 8192 } })
    const get = (from?: number) =>
      request('POST', `/v1/tools/large_list${from === undefined ? '' : `?result_from=${from}`}`, {
        body: { items: 300 },
      })
    const collected: { id: number }[] = []
    let from: number | undefined
    do {
      const answer = await get(from)
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8192)
      expect(answer.body.truncated).toBe(true)
      expect(answer.body.result.length).toBeGreaterThan(0)
      collected.push(...answer.body.result)
      from = collected.length
    } while (collected.length < 300)
    expect(collected.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, id) => id))
  })

  test.each(['abc', '-1', '', '1.5', '1&result_from=2'])(
    'from %j on nothing can be shown, and nothing is done',
    async (from) => {
      const { request, seen } = await start()
      for (const more of ['', '&errors=inband']) {
        const answer = await request('POST', `/v1/tools/text?result_from=${from}${more}`, {
          body: {},
        })
        expect(answer.status).toBe(more === '' ? 400 : 200)
        expect(answer.body).toMatchObject({ success: false, code: 'invalid_input' })
        expect(answer.body.error).toContain('result_from')
      }
      expect(seen).toEqual([])
    },
  )

  test('a long text is cut also where the answer is made of blocks', async () => {
    const { post } = await startFresh({ config: { answerLimit: 8192 } })
    const answer = await post('long_report')
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8192)
    expect(answer.body).toMatchObject({ truncated: true, is_error: false })
    expect('é'.repeat(20_000).startsWith(answer.body.content[0].data)).toBe(true)
  })

  test('a write without a key is not advised to be made again', async () => {
    const { request } = await startFresh({ config: { answerLimit: 8192 } })
    const write = (headers: Record<string, string>) =>
      request('POST', '/v1/tools/long_write', { body: {}, headers })
    expect((await write({})).body.truncation.rest).toContain('Idempotency-Key')
    const keyed = await write({ 'idempotency-key': 'k' })
    expect(keyed.body.truncation.rest).toContain('?result_from=')
  })

  test('a long text is cut between its characters', async () => {
    const { post } = await startFresh({ config: { answerLimit: 8192 } })
    const answer = await post('large_text', { length: 5000 })
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8192)
    expect(answer.body.truncated).toBe(true)
    expect('é😀'.repeat(5000).startsWith(answer.body.result)).toBe(true)
    expect(answer.body.result.isWellFormed()).toBe(true)
  })
})

describe('failures', () => {
  test('S-08 a bug says nothing of itself to the caller and all of it to the log', async () => {
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

  test.each(['[1]', '"text"', '1', 'null'])('a body of %s is no set of arguments', async (body) => {
    const { post } = await start()
    expect((await post('search', body)).status).toBe(400)
  })

  test('a body of 100,000 levels is refused', async () => {
    const { post } = await start()
    const answer = await post('falsy', `{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('nested')
  })

  test('bytes that are no UTF-8 are refused', async () => {
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

  test('S-20 a tool that takes too long is answered for, and told to stop', async () => {
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

  test('a write that is given up has no effect', async () => {
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

  test('S-31 no pattern can hold up the gateway', async () => {
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

describe('repeated calls', () => {
  const effects = (services: {
    database: { pool: { query(text: string): Promise<{ rowCount: number | null }> } }
  }) =>
    services.database.pool
      .query("select 1 from workspaces where name <> 'default'")
      .then(({ rowCount }) => rowCount)

  test.each(['count_up', 'count_outside'])('%s happens once per key', async (tool) => {
    const { post, services } = await startFresh()
    const key = { 'idempotency-key': 'k1' }
    const first = await post(tool, { label: 'a' }, key)
    const second = await post(tool, { label: 'a' }, key)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await effects(services)).toBe(1)
    const other = await post(tool, { label: 'b' }, key)
    expect(other.status).toBe(422)
    await post(tool, { label: 'a' }, { 'idempotency-key': 'k2' })
    expect(await effects(services)).toBe(2)
  })

  test('the ids of an envelope are keys as well', async () => {
    const { post, services } = await startFresh()
    const body = { tool_name: 'count_up', parameters: { label: 'a' }, tool_call_id: 'call_1' }
    const [first, second] = [await post('count_up', body), await post('count_up', body)]
    expect(second.body).toEqual(first.body)
    expect(await effects(services)).toBe(1)
  })

  test.each(['count_up', 'count_outside'])(
    'twins of %s in flight have one effect',
    async (tool) => {
      const { post, services } = await startFresh()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => post(tool, { label: 'a' }, { 'idempotency-key': 'k' })),
      )
      expect(await effects(services)).toBe(1)
      for (const { status } of answers) expect([200, 409]).toContain(status)
      const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id))
      expect(ids.size).toBe(1)
    },
  )

  test('a failed call stores nothing, so that it can be mended under the same key', async () => {
    const { post, services } = await startFresh()
    const key = { 'idempotency-key': 'k1' }
    expect((await post('count_up', { label: '' }, key)).status).toBe(400)
    expect((await post('count_up', { label: 'a', fail: true }, key)).status).toBe(409)
    expect(await effects(services)).toBe(0)
    expect((await post('count_up', { label: 'a' }, key)).status).toBe(200)
  })

  test('another agent with the same key makes another call', async () => {
    const { as, request, services } = await startFresh()
    for (const agent of ['A', 'B']) {
      const headers = { 'x-agent': agent, 'idempotency-key': 'k' }
      await request('POST', '/v1/tools/count_up', { body: { label: agent }, headers })
    }
    expect(as).toBeDefined()
    expect(await effects(services)).toBe(2)
  })
})

test('tools that come and go are called like all others', async () => {
  const { family, columns } = changingFamily()
  const { request } = await startFresh({ families: [family] })
  const save = (id: string, body: unknown) =>
    request('POST', `/v1/things/${id}/tools/save`, { body })
  expect((await save('t1', {})).status).toBe(404)
  columns.set('t1', ['vendor'])
  expect((await save('t1', { vendor: 'Acme' })).body).toEqual({ vendor: 'Acme' })
  const wrong = await save('t1', { amount: '1' })
  expect(wrong.body.error).toContain("Unknown parameter 'amount'. Valid parameters: vendor")
  columns.set('t1', ['amount'])
  expect((await save('t1', { amount: '1' })).status).toBe(200)
  const [descriptor] = (await request('GET', '/v1/descriptors?table=t1')).body
  expect(Object.keys(descriptor.parameters.properties)).toEqual(['amount'])
  expect(descriptor.url).toMatch(/\/v1\/things\/t1\/tools\/save$/)
})
