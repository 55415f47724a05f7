import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { type Files, FOLDERS, folder, startWithThreads } from './threads.ts'

describe('the active toolset of a thread', () => {
  test('J-18 has no tools at first, and a call is advised to choose a toolset', async () => {
    const { thread } = await startWithThreads()
    const { agent, tools, call } = thread('t1')
    expect(await agent()).toEqual({
      thread_id: 't1',
      name: null,
      label: null,
      mode: 'one',
      active: [],
    })
    expect(await tools()).toEqual([])
    const { status, body } = await call('multiply')
    expect(status).toBe(404)
    expect(body.suggestion).toContain('Choose a toolset first: PUT /v1/threads/t1/agent')
  })

  test('J-19 clears the history when it is switched, and says so', async () => {
    const { thread } = await startWithThreads()
    const { choose, say, history, tools, call, agent } = thread('t1')
    expect((await choose('Multiply')).body).toMatchObject({
      name: 'Multiply',
      label: 'Multiplication Tool',
      changed: true,
      history_cleared: false,
    })
    await say('hello')
    await say('hi', 'assistant')
    expect((await call('multiply')).body).toEqual(['multiply', 't1', 'Ada'])
    const { body } = await choose('Web')
    expect(body).toMatchObject({
      name: 'Web',
      label: 'Web Search',
      changed: true,
      history_cleared: true,
      messages_cleared: 2,
    })
    expect(body.message).toMatch(/chat was reset: 2 messages were cleared/)
    expect(await history()).toEqual([])
    expect(await tools()).toEqual(['web_search', 'url_browse'])
    expect((await agent()).name).toBe('Web')
  })

  test('J-20 keeps the history when it is chosen again', async () => {
    const { thread } = await startWithThreads()
    const { choose, say, history } = thread('t1')
    await choose('Web')
    await say('hello')
    const { body } = await choose('Web')
    expect(body).toMatchObject({ changed: false, history_cleared: false })
    expect(body.message).toContain('already set')
    expect(await history()).toEqual(['hello'])
  })

  test('J-21 J-22 is none after Disabled, which clears the history; leaving Disabled keeps it', async () => {
    const { thread } = await startWithThreads()
    const { choose, say, history, tools, call, agent } = thread('t1')
    await choose('Web')
    await say('hello')
    expect((await choose('Disabled')).body).toMatchObject({
      name: 'Disabled',
      history_cleared: true,
    })
    expect(await history()).toEqual([])
    expect(await tools()).toEqual([])
    expect((await call('web_search')).status).toBe(404)
    expect((await agent()).name).toBe('Disabled')

    await say('while disabled')
    expect((await choose('Web')).body).toMatchObject({ history_cleared: false })
    expect(await history()).toEqual(['while disabled'])
  })

  test('J-23 can be chosen by label or id', async () => {
    const { thread } = await startWithThreads()
    const { choose } = thread('t1')
    await choose('Web')
    expect((await choose('Multiplication Tool')).body.name).toBe('Multiply')
    expect((await choose('Multiply')).body.message).toContain('already set')
  })

  test('J-24 J5 provides only its own functions, even if others have the same names', async () => {
    const { thread } = await startWithThreads({
      ...FOLDERS,
      Other: {
        ...folder('Other', 'web_search'),
        'tool.ts': 'export default { web_search: () => "other" }',
      },
    })
    const { choose, call } = thread('t1')
    await choose('Web')
    const { status, body } = await call('multiply')
    expect([status, body.code]).toEqual([404, 'unknown_tool'])
    expect((await call('web_search')).body).toEqual(['web_search', 't1', 'Ada'])
    await choose('Other')
    expect((await call('web_search')).body).toBe('other')
  })

  test('does not answer a repeated call with the answer of a previous toolset', async () => {
    const files = (answer: string): Files => ({
      ...folder(answer, 'same'),
      'tool.ts': `export class Tools { same() { return '${answer}' } }`,
    })
    const { thread } = await startWithThreads({ One: files('One'), Two: files('Two') })
    const { choose, call } = thread('t')
    const sent = { tool_call_id: 'call_1', parameters: {} }
    await choose('One')
    expect((await call('same', sent)).body).toBe('One')
    await choose('Two')
    expect((await call('same', sent)).body).toBe('Two')
  })

  test('J-25 belongs to one agent’s thread', async () => {
    const { thread } = await startWithThreads()
    const ada = thread('shared', 'Ada')
    const bob = thread('shared', 'Bob')
    await ada.choose('Multiply')
    await bob.choose('Multiply')
    await ada.say('Ada’s')
    await bob.say('Bob’s')
    await ada.choose('Web')
    expect((await bob.agent()).name).toBe('Multiply')
    expect(await bob.history()).toEqual(['Bob’s'])
    expect(await ada.history()).toEqual([])
  })

  test('J-07 J-09 J-28 stays the same when an invalid one is chosen', async () => {
    const { thread } = await startWithThreads({
      ...FOLDERS,
      Empty: { 'manifest.yaml': 'tool_name: Empty\ntool_list: []' },
      NoModule: { 'manifest.yaml': FOLDERS.Web['manifest.yaml'] ?? '' },
    })
    const { choose, say, history, agent } = thread('t1')
    await choose('Web')
    await say('hello')
    expect((await choose('../secrets')).status).toBe(404)
    expect((await choose('Wbe Search')).body.suggestion).toContain('Web Search')
    expect((await choose('Empty')).body).toMatchObject({ code: 'unavailable' })
    expect((await choose('NoModule')).body.error).toContain('There is no tool.ts')
    for (const wrong of [
      {},
      { name: '' },
      { name: 1 },
      { agent: 'Web' },
      { name: 'Web', names: [] },
      { names: ['Web', 'Disabled'], mode: 'many' },
    ]) {
      expect((await choose(wrong)).status).toBe(400)
    }
    expect((await agent()).name).toBe('Web')
    expect(await history()).toEqual(['hello'])
  })

  test('J-29 must be chosen by id if two folders have the same label', async () => {
    const { thread } = await startWithThreads({ A: folder('Same', 'a'), B: folder('Same', 'b') })
    const { choose, tools } = thread('t1')
    const { status, body } = await choose('Same')
    expect([status, body.suggestion]).toEqual([409, "Choose by id: 'A' or 'B'."])
    await choose('B')
    expect(await tools()).toEqual(['b'])
  })

  test('is missing after its folder was removed, and the error says so', async () => {
    const { thread, toolsDir } = await startWithThreads()
    const { choose, call, tools } = thread('t1')
    await choose('Web')
    await rm(join(toolsDir, 'Web'), { recursive: true })
    await eventually(async () => expect(await tools()).toEqual([]))
    const { body } = await call('web_search')
    expect(body.error).toContain("its toolset 'Web' no longer exists")
  })

  test.each(['a/b c', 'Ünïcode-😀', ':id', '%2e%2e', 'x'.repeat(200)])(
    'a thread may be called %j',
    async (id) => {
      const { thread } = await startWithThreads()
      const { choose, call, agent } = thread(id)
      await choose('Multiply')
      expect((await agent()).thread_id).toBe(id)
      expect((await call('multiply')).body).toEqual(['multiply', id, 'Ada'])
    },
  )

  test('no made-up name is suggested for an empty one', async () => {
    const { thread } = await startWithThreads()
    const { status, body } = await thread('t1').choose({ name: '' })
    expect(status).toBe(400)
    expect(body.suggestion).toContain('GET /v1/toolsets')
    expect(body.suggestion).not.toContain('Example')
  })

  test('needs a thread id without control characters and of limited length', async () => {
    const { thread } = await startWithThreads()
    const tooLong = await thread('x'.repeat(201)).choose('Web')
    expect(tooLong.status).toBe(400)
    expect(tooLong.body.error).toMatch(/characters, and neither "\." nor "\.\."\.$/)
    expect((await thread('a\u0000b').choose('Web')).status).toBe(400)
    expect((await thread('a\u0000b').call('multiply')).status).toBeLessThan(500)
  })
})
