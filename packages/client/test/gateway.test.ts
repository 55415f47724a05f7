import { describe, expect, test } from 'vitest'
import { connectGateway, openaiChat, runToolLoop } from '../src/index.ts'
import { fakeGateway } from './fake-gateway.ts'

const call = (name: string, input: unknown = {}) => ({ id: 'call_1', name, input })

describe('listing', () => {
  test('F5 an unchanged list is not sent again', async () => {
    const fake = await fakeGateway({ count: () => 1 })
    const gateway = connectGateway(fake.options)
    const first = await gateway.describe('openai')
    expect(await gateway.describe('openai')).toBe(first)
    expect(fake.listings.map(({ status }) => status)).toEqual([200, 304])
  })

  test('a wrong key is an error before the model is asked', async () => {
    const { url } = await fakeGateway({})
    let requests = 0
    const loop = runToolLoop({
      gateway: { url, key: 'wrong' },
      dialect: openaiChat,
      model: async () => ++requests,
      messages: [],
    })
    await expect(loop).rejects.toThrow('Unknown key')
    expect(requests).toBe(0)
  })
})

describe('calls', () => {
  test('go to the given URL with the given key, whatever the descriptor says', async () => {
    const fake = await fakeGateway({ count: () => 1 }, { version: () => 3 })
    const { isError } = await connectGateway(fake.options).call(call('count'))
    expect(isError).toBe(false)
    expect(fake.calls[0]).toMatchObject({
      path: '/v1/tools/count',
      headers: { 'x-api-key': 'key', 'x-schema-version': '3' },
    })
  })

  test('F5 carry the current schema version after another call has changed it', async () => {
    let version = 1
    const tools = { define_columns: () => ++version, save_table_row: () => 'saved' }
    const fake = await fakeGateway(tools, { version: () => version })
    const gateway = connectGateway(fake.options)
    await gateway.call(call('define_columns'))
    await gateway.call(call('save_table_row'))
    expect(fake.calls.map(({ headers }) => headers['x-schema-version'])).toEqual(['1', '2'])
  })

  test('F5 reach a tool that is served but not listed, also one of a table', async () => {
    const fake = await fakeGateway({}, { unlisted: { save_table_row: () => 'saved' } })
    const gateway = connectGateway({ ...fake.options, table: 't 1' })
    expect(await gateway.call(call('save_table_row'))).toMatchObject({
      text: '"saved"',
      isError: false,
    })
    expect(fake.calls.map(({ path }) => path)).toEqual(['/v1/tables/t%201/tools/save_table_row'])
  })

  test('of an unknown tool get the gateway’s own error', async () => {
    const fake = await fakeGateway({})
    const gateway = connectGateway({ ...fake.options, table: 't1' })
    const result = await gateway.call(call('divide'))
    expect(result).toMatchObject({ isError: true })
    expect(result.text).toContain("Unknown tool 'divide'.")
    expect(fake.calls.map(({ path }) => path)).toEqual([
      '/v1/tables/t1/tools/divide',
      '/v1/tools/divide',
    ])
    const hostile = await gateway.call(call('../../keys'))
    expect(hostile).toMatchObject({ isError: true })
    expect(fake.calls).toHaveLength(2)
  })

  test('with malformed JSON arguments go to the gateway, which explains the error', async () => {
    const fake = await fakeGateway({ multiply: () => 1 })
    const { text, isError } = await connectGateway(fake.options).call(call('multiply', '{bad'))
    expect(isError).toBe(true)
    expect(text).toContain('JSON')
  })

  test('keep every digit of a result', async () => {
    // Node has JSON.rawJSON since version 22; TypeScript does not declare it yet.
    const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }
    const fake = await fakeGateway({ count: () => rawJSON('12345678901234567890') })
    const { blocks } = await connectGateway(fake.options).call(call('count'))
    expect(blocks).toEqual([{ type: 'text', text: '12345678901234567890' }])
  })

  test('whose answer was lost are repeated under the same id', async () => {
    let attempts = 0
    const fake = await fakeGateway({
      count: () => {
        attempts++
        if (attempts === 1) throw Object.assign(new Error('busy'), { code: 'in_flight' })
        return attempts
      },
    })
    await connectGateway(fake.options).call(call('count'))
    expect(fake.calls).toHaveLength(2)
    expect(fake.calls[0]?.request_id).toBe(fake.calls[1]?.request_id)
  })

  test('that are refused because they repeat themselves are not repeated', async () => {
    const fake = await fakeGateway({
      count: () => {
        const details = { code: 'rate_limited', retryable: false }
        throw Object.assign(new Error('The same call was made 30 times in a row.'), details)
      },
    })
    const { isError } = await connectGateway(fake.options).call(call('count'))
    expect(isError).toBe(true)
    expect(fake.calls).toHaveLength(1)
  })

  test('end when the signal is aborted', async () => {
    const stop = new AbortController()
    const fake = await fakeGateway({
      wait: () => {
        stop.abort(new Error('stopped by the user'))
        return new Promise(() => {})
      },
    })
    const gateway = connectGateway({ ...fake.options, signal: stop.signal })
    await expect(gateway.call(call('wait'))).rejects.toThrow('stopped by the user')
  })

  test('report a failure inside content blocks', async () => {
    const fake = await fakeGateway({
      draw: () => ({ content: [{ kind: 'text', data: 'no ink' }], is_error: true }),
    })
    const { blocks, isError } = await connectGateway(fake.options).call(call('draw'))
    expect(isError).toBe(true)
    expect(blocks).toEqual([{ type: 'text', text: 'no ink' }])
  })

  test('keep an answer whole that only resembles content blocks', async () => {
    const answer = { content: [{ type: 'text', text: 'a' }], undo_token: 'u1' }
    const context = { context: { run: { is_error: true } } }
    const fake = await fakeGateway({ save: () => answer, get: () => context })
    const gateway = connectGateway(fake.options)
    const saved = await gateway.call(call('save'))
    expect(saved).toMatchObject({ isError: false, blocks: [{ text: JSON.stringify(answer) }] })
    const got = await gateway.call(call('get'))
    expect(got).toMatchObject({ isError: false, blocks: [{ text: JSON.stringify(context) }] })
  })

  test('describe blocks that models cannot receive by type and size', async () => {
    const fake = await fakeGateway({
      speak: () => ({
        content: [{ kind: 'audio', data: 'AAAA', mime: 'audio/wav' }],
        is_error: false,
      }),
    })
    const { blocks } = await connectGateway(fake.options).call(call('speak'))
    expect(blocks).toEqual([{ type: 'text', text: '[audio, audio/wav, 3 bytes]' }])
  })
})
