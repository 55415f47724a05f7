import { describe, expect, test } from 'vitest'
import { startFresh, useGateway } from './call-samples.ts'

const start = useGateway()

describe('answers', () => {
  test('S-21 S-22 text is a JSON string, and a missing result is null', async () => {
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

  test('a long list is cut between its items, and the rest can be requested', async () => {
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
    'result_from=%j is refused, and the tool does not run',
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

  test('a long text is also cut in an answer of content blocks', async () => {
    const { post } = await startFresh({ config: { answerLimit: 8192 } })
    const answer = await post('long_report')
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(8192)
    expect(answer.body).toMatchObject({ truncated: true, is_error: false })
    expect('é'.repeat(20_000).startsWith(answer.body.content[0].data)).toBe(true)
  })

  test('the caller of a write without an idempotency key is not advised to repeat it', async () => {
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
