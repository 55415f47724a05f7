import { MULTIPLY } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { failure, fakeOutbound, openModule, recordingLog, silent, toolsFolder } from './folders.ts'

describe('the context', () => {
  test('has the caller and the folder’s secrets, and nothing of the gateway’s environment', async () => {
    vi.stubEnv('QM_TEST_LEAK', 'leaked')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const { call } = await openModule(
      ['show'],
      `show() { const { agent, workspace, thread, toolset, requestId, secrets, idempotencyKey } = this.context
        return { agent, workspace, thread, toolset, requestId, secrets, idempotencyKey, env: Object.keys(process.env), argv: process.argv.length } }`,
      { findSecret: (name: string) => (name === 'QM_SECRET_MINE__API_KEY' ? 'k-1' : undefined) },
      'secrets: [API_KEY]',
    )
    const shown = await call('show', {}, { thread: 't1', agent: 'Sales' })
    expect(shown).toMatchObject({
      agent: 'Sales',
      workspace: 'default',
      thread: 't1',
      toolset: 'Mine',
      requestId: 'request-1',
      secrets: { API_KEY: 'k-1' },
      idempotencyKey: null,
    })
    const { env } = shown as { env: string[] }
    expect(env.toSorted()).toEqual(['LANG', 'PATH', 'PWD', 'TMPDIR', 'TZ'])
  })

  test('a missing secret is reported with the name of its variable', async () => {
    const { open } = await toolsFolder({
      'My Tool': { ...MULTIPLY, 'manifest.yaml': `secrets: [KEY]\n${MULTIPLY['manifest.yaml']}` },
    })
    const toolsets = await open()
    expect(toolsets.report()[0]?.problems[0]?.reason).toContain('QM_SECRET_MY_TOOL__KEY')
  })

  test('logger and console write to the log, with secrets hidden', async () => {
    const { lines, log } = recordingLog()
    const { call } = await openModule(
      ['talk'],
      `talk() { this.context.logger.warn('key is', this.context.secrets.KEY); console.log({ a: 1 }); this.context.progress(0.5) }`,
      { findSecret: () => 'swordfish' },
      'secrets: [KEY]',
    )
    await call('talk', {}, { log })
    expect(lines).toEqual(['key is [hidden]', '{ a: 1 }', 'the call reported progress'])
  })

  test('an error that is logged has its full message, with secrets hidden', async () => {
    const { call } = await openModule(
      ['fail'],
      `fail() { throw new Error('http://10.0.0.1 refused ' + this.context.secrets.KEY) }`,
      { findSecret: () => 'swordfish' },
      'secrets: [KEY]',
    )
    const { cause } = await failure(call('fail'))
    expect(cause).toMatchObject({ message: 'http://10.0.0.1 refused [hidden]' })
    expect((cause as Error).stack).not.toContain('swordfish')
  })

  test('signal ends a call at its deadline, and the process is kept', async () => {
    const { log, logged } = recordingLog()
    const { call } = await openModule(
      ['wait', 'pid'],
      `wait() { console.log('waits'); return new Promise((_, reject) => this.context.signal.addEventListener('abort', () => reject(this.context.signal.reason))) }
       pid() { return process.pid }`,
    )
    const before = await call('pid')
    const deadline = new AbortController()
    const waiting = failure(call('wait', {}, { signal: deadline.signal, log }))
    await logged('waits')
    deadline.abort()
    await waiting
    expect(await call('pid')).toBe(before)
  })

  test('fetch and the global fetch use the guarded client', async () => {
    const requests: unknown[] = []
    const outbound = fakeOutbound((url, { method, headers, body }) => {
      requests.push([url, method, headers.authorization, body])
      if (url.includes('private')) {
        throw Object.assign(new Error('QM_OUTBOUND_ALLOW'), { failure: 'private_address' })
      }
      const status = url.endsWith('/moved') ? 302 : 201
      return {
        status,
        headers: { 'x-a': 'b', location: 'https://other.example/there' },
        text: 'pong é',
      }
    })
    const { lines, log } = recordingLog()
    const { call } = await openModule(
      ['post', 'plain', 'moved', 'refused'],
      `
      async post() { const answer = await this.context.fetch('https://a.example/x', { method: 'POST', body: 'ping' })
        return [answer.status, answer.headers.get('x-a'), answer.url, await answer.text()] }
      async plain() { return (await fetch('https://a.example/y')).ok }
      async moved() { return (await fetch('https://a.example/moved', { headers: { authorization: 'k' } })).url }
      async refused() { await fetch('https://private.example/') }`,
      { outbound },
    )
    expect(await call('post')).toEqual([201, 'b', 'https://a.example/x', 'pong é'])
    expect(await call('plain')).toBe(true)
    expect(await call('moved')).toBe('https://other.example/there')
    // The caller gets a plain refusal; the operator's log names the setting.
    const refused = await failure(call('refused', {}, { log }))
    expect(refused.message).toContain('The address is private')
    expect(refused.message).not.toContain('QM_OUTBOUND_ALLOW')
    expect(lines).toEqual([expect.stringContaining('QM_OUTBOUND_ALLOW')])
    expect(requests).toEqual([
      ['https://a.example/x', 'POST', undefined, 'ping'],
      ['https://a.example/y', 'GET', undefined, undefined],
      ['https://a.example/moved', 'GET', 'k', undefined],
      ['https://other.example/there', 'GET', undefined, undefined],
      ['https://private.example/', 'GET', undefined, undefined],
    ])
  })
})

test('the log of a call is limited', async () => {
  const lines: string[] = []
  const log = { ...silent, info: (_: object, line: string) => lines.push(line) }
  const { call } = await openModule(
    ['talk'],
    `talk() { for (let i = 0; i < 5000; i++) console.log('line', i, 'x'.repeat(10_000)); return 'done' }`,
  )
  expect(await call('talk', {}, { log })).toBe('done')
  expect(lines).toHaveLength(200)
  expect(lines.at(-1)).toBe('Further log lines of this call were dropped.')
  expect(lines[0]).toHaveLength(2000)
})
