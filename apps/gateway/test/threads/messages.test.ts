import { describe, expect, test } from 'vitest'
import { startWithThreads } from './threads.ts'

describe('the history', () => {
  test('returns messages unchanged, oldest first, in pages', async () => {
    const { thread, request } = await startWithThreads()
    const { say, history, messages } = thread('t1')
    const contents = ['text', [{ type: 'text', text: 'block' }], null, { n: 1 }, 'nul \u0000 é']
    for (const content of contents) {
      const { status, body } = await say(content)
      expect([status, body.role]).toEqual([201, 'user'])
    }
    expect(await history()).toEqual(contents)
    const exact = await request('POST', '/v1/threads/t1/messages', {
      headers: { 'x-agent': 'Ada' },
      body: '{"role":"tool","content":{"n":12345678901234567890}}',
    })
    expect(exact.text).toContain('12345678901234567890')

    const first = await messages('?limit=4')
    expect(first.body.messages).toHaveLength(4)
    const second = await messages(`?limit=4&cursor=${first.body.next_cursor}`)
    expect(second.body.messages).toHaveLength(2)
    expect(second.body.next_cursor).toBeNull()
    expect((await messages('?cursor=nonsense')).status).toBe(400)
  })

  test('refuses an invalid message', async () => {
    const { thread } = await startWithThreads()
    const { say, history } = thread('t1')
    expect((await say('x', '')).status).toBe(400)
    for (const role of ['a\u0000b', 'half \ud800']) {
      const { status, body } = await say('x', role)
      expect(status).toBe(400)
      expect(body.error).toContain("'role'")
    }
    expect((await say(undefined)).status).toBe(400)
    expect(await history()).toEqual([])
  })
})
