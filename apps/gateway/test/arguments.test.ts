import { describe, expect, test } from 'vitest'
import { envelope, useGateway } from './call-samples.ts'

const start = useGateway()

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

  test('arguments in the URL of a POST are refused, not dropped', async () => {
    const { request, seen } = await start()
    const answer = await request('POST', '/v1/tools/search?query=q&result_from=0', { body: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain("not its URL: 'query'")
    expect(answer.body.suggestion).toBe('Send them in the body: {"query":"q"}')
    expect(seen).toEqual([])
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

  test('S-10 an empty body means no arguments', async () => {
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

  test('S-23 a problem in a list is reported with its index', async () => {
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
