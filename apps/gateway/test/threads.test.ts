import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startGateway } from './start-gateway.ts'

type Files = Record<string, string>

/** A folder whose functions answer with their own name. */
const folder = (label: string, ...functions: string[]): Files => ({
  'manifest.yaml': [
    `tool_human_name: ${label}`,
    'tool_list:',
    ...functions.map(
      (name) =>
        `  - {name: ${name}, description: Does ${name}., parameters: {type: object, additionalProperties: true}}`,
    ),
  ].join('\n'),
  'tool.ts': `export class Tools {
  constructor(context) { this.context = context }
  ${functions.map((name) => `${name}() { return ['${name}', this.context.thread, this.context.agent] }`).join('\n  ')}
}`,
})

const FOLDERS = {
  Multiply: folder('Multiplication Tool', 'multiply'),
  Web: folder('Web Search', 'web_search', 'url_browse'),
}

async function start(folders: Record<string, Files> = FOLDERS) {
  const toolsDir = await mkdtemp(join(tmpdir(), 'quartermaster-tools-'))
  onTestFinished(() => rm(toolsDir, { recursive: true, force: true }))
  for (const [name, files] of Object.entries(folders)) {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(toolsDir, name, file)), { recursive: true })
      await writeFile(join(toolsDir, name, file), text)
    }
  }
  const gateway = await startGateway({ config: { toolsDir } })

  /** A thread as one agent sees it. */
  const thread = (id: string, agent = 'Ada') => {
    const path = `/v1/threads/${encodeURIComponent(id)}`
    const headers = { 'x-agent': agent }
    const request = (method: string, below: string, body?: unknown) =>
      gateway.request(method, `${path}/${below}`, { headers, ...(body !== undefined && { body }) })
    return {
      choose: (choice: string | object) =>
        request('PUT', 'agent', typeof choice === 'string' ? { name: choice } : choice),
      agent: async () => (await request('GET', 'agent')).body,
      say: (content: unknown, role = 'user') => request('POST', 'messages', { role, content }),
      history: async () =>
        (await request('GET', 'messages')).body.messages.map(
          ({ content }: { content: unknown }) => content,
        ),
      messages: (query = '') => request('GET', `messages${query}`),
      call: (name: string, body: unknown = {}) => request('POST', `tools/${name}`, body),
      tools: async () => {
        const { body } = await gateway.request(
          'GET',
          `/v1/descriptors?thread=${encodeURIComponent(id)}&format=openai`,
          { headers },
        )
        return body.map((tool: { function: { name: string } }) => tool.function.name)
      },
    }
  }
  return { ...gateway, thread, toolsDir }
}

describe('the agent of a thread', () => {
  test('J-18 with nothing selected there are no tools, and a call is told to choose', async () => {
    const { thread } = await start()
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

  test('J-19 switching to another resets the chat, and says so', async () => {
    const { thread } = await start()
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

  test('J-20 the same again keeps the history', async () => {
    const { thread } = await start()
    const { choose, say, history } = thread('t1')
    await choose('Web')
    await say('hello')
    const { body } = await choose('Web')
    expect(body).toMatchObject({ changed: false, history_cleared: false })
    expect(body.message).toContain('already set')
    expect(await history()).toEqual(['hello'])
  })

  test('J-21 J-22 Disabled clears and takes the tools away; from it the history is kept', async () => {
    const { thread } = await start()
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

  test('J-23 a label and an id mean the same', async () => {
    const { thread } = await start()
    const { choose } = thread('t1')
    await choose('Web')
    expect((await choose('Multiplication Tool')).body.name).toBe('Multiply')
    expect((await choose('Multiply')).body.message).toContain('already set')
  })

  test('J-24 J5 only the active folder’s functions are there, even under the same name', async () => {
    const { thread } = await start({
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

  test('a call that is repeated after a switch is the other folder’s own', async () => {
    const files = (answer: string): Files => ({
      ...folder(answer, 'same'),
      'tool.ts': `export class Tools { same() { return '${answer}' } }`,
    })
    const { thread } = await start({ One: files('One'), Two: files('Two') })
    const { choose, call } = thread('t')
    const sent = { tool_call_id: 'call_1', parameters: {} }
    await choose('One')
    expect((await call('same', sent)).body).toBe('One')
    await choose('Two')
    expect((await call('same', sent)).body).toBe('Two')
  })

  test('J-25 an agent’s threads are its own', async () => {
    const { thread } = await start()
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

  test('J-07 J-09 J-28 what cannot be chosen changes nothing', async () => {
    const { thread } = await start({
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

  test('J-29 a label that two folders have must be told apart by id', async () => {
    const { thread } = await start({ A: folder('Same', 'a'), B: folder('Same', 'b') })
    const { choose, tools } = thread('t1')
    const { status, body } = await choose('Same')
    expect([status, body.suggestion]).toEqual([409, "Choose by id: 'A' or 'B'."])
    await choose('B')
    expect(await tools()).toEqual(['b'])
  })

  test('a folder that is removed leaves its thread without tools, and says so', async () => {
    const { thread, toolsDir } = await start()
    const { choose, call, tools } = thread('t1')
    await choose('Web')
    await rm(join(toolsDir, 'Web'), { recursive: true })
    await vi.waitFor(async () => expect(await tools()).toEqual([]), { timeout: 50_000 })
    const { body } = await call('web_search')
    expect(body.error).toContain("its toolset 'Web' no longer exists")
  })

  test.each(['a/b c', 'Ünïcode-😀', ':id', '%2e%2e', 'x'.repeat(200)])(
    'a thread may be called %j',
    async (id) => {
      const { thread } = await start()
      const { choose, call, agent } = thread(id)
      await choose('Multiply')
      expect((await agent()).thread_id).toBe(id)
      expect((await call('multiply')).body).toEqual(['multiply', id, 'Ada'])
    },
  )

  test('a name that is too long, or has a control character, is refused', async () => {
    const { thread } = await start()
    expect((await thread('x'.repeat(201)).choose('Web')).status).toBe(400)
    expect((await thread('a\u0000b').choose('Web')).status).toBe(400)
    expect((await thread('a\u0000b').call('multiply')).status).toBeLessThan(500)
  })
})

describe('while a call runs', () => {
  const waiting: Files = {
    'manifest.yaml': `permissions: [files]
tool_human_name: Waiting
tool_list: [{name: wait, description: W., timeout: 20, parameters: {type: object, properties: {file: {type: string}}}}]`,
    // It waits until the test has written a file.
    'tool.ts': `import { appendFileSync, existsSync } from 'node:fs'
export class Tools {
  async wait({ file }) {
    appendFileSync(file + '.begun', '')
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10))
    return 'done'
  }
}`,
  }

  test('another agent cannot be chosen, in this gateway or another; then it can', async () => {
    const { thread } = await start({ ...FOLDERS, Waiting: waiting })
    const { choose, say, call, history, agent } = thread('t1')
    const dir = await mkdtemp(join(tmpdir(), 'quartermaster-wait-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    const file = join(dir, 'go')
    await choose('Waiting')
    await say('hello')
    const call1 = call('wait', { file })
    await vi.waitFor(async () => (await import('node:fs/promises')).access(`${file}.begun`), {
      timeout: 50_000,
    })
    const refused = await choose('Web')
    expect([refused.status, refused.body.code]).toEqual([409, 'in_flight'])
    expect((await choose('Disabled')).status).toBe(409)
    expect((await choose('Waiting')).body.message).toContain('already set')
    expect((await agent()).name).toBe('Waiting')
    expect(await history()).toEqual(['hello'])
    // Another thread of the same agent is not concerned.
    expect((await thread('t2').choose('Web')).status).toBe(200)

    await writeFile(file, '')
    expect((await call1).body).toBe('done')
    expect((await choose('Web')).body).toMatchObject({ history_cleared: true })
  })

  test('a call whose gateway died counts only until it would have ended', async () => {
    const { thread, services } = await start()
    const { choose } = thread('t1')
    await choose('Multiply')
    const { db } = services.database
    const { id, workspace_id } = await db
      .selectFrom('threads')
      .selectAll()
      .executeTakeFirstOrThrow()
    const left = { thread: id, workspace_id, ends_by: new Date(Date.now() + 60_000) }
    await db.insertInto('thread_calls').values(left).execute()
    expect((await choose('Web')).status).toBe(409)
    await db
      .updateTable('thread_calls')
      .set({ ends_by: new Date(0) })
      .execute()
    expect((await choose('Web')).status).toBe(200)
  })

  test('switches and calls at the same time: each call is the active folder’s, or refused', async () => {
    const { thread, services } = await start()
    const { choose, call } = thread('t1')
    await choose('Multiply')
    const names = ['multiply', 'web_search']
    const calls = Array.from({ length: 30 }, (_, at) => call(names[at % 2] ?? ''))
    const switches = Array.from({ length: 10 }, (_, at) => choose(at % 2 ? 'Multiply' : 'Web'))
    for (const { status } of await Promise.all(calls)) expect([200, 404, 409]).toContain(status)
    for (const { status } of await Promise.all(switches)) expect([200, 409]).toContain(status)
    const { db } = services.database
    expect(await db.selectFrom('thread_calls').selectAll().execute()).toEqual([])
  })
})

describe('mode "many"', () => {
  test('keeps several folders active, and switching clears nothing', async () => {
    const { thread } = await start()
    const { choose, say, history, tools, call } = thread('t1')
    await choose('Multiply')
    await say('hello')
    expect((await choose({ name: 'Web', mode: 'many' })).body).toMatchObject({
      mode: 'many',
      active: [{ id: 'Multiply' }, { id: 'Web' }],
      history_cleared: false,
    })
    expect(await tools()).toEqual(['multiply', 'web_search', 'url_browse'])
    expect((await call('multiply')).status).toBe(200)
    expect((await call('url_browse')).status).toBe(200)

    expect((await choose({ names: ['Web'] })).body.active).toEqual([
      { id: 'Web', label: 'Web Search' },
    ])
    expect((await choose('Disabled')).body).toMatchObject({ mode: 'many', active: [] })
    await choose({ names: ['Web', 'Multiply'] })
    expect(await history()).toEqual(['hello'])

    expect((await choose({ mode: 'one' })).status).toBe(400)
    expect((await choose({ mode: 'one', name: 'Web' })).body).toMatchObject({
      mode: 'one',
      history_cleared: true,
    })
  })

  test('two folders with a function of the same name cannot be active together', async () => {
    const { thread } = await start({ ...FOLDERS, Other: folder('Other', 'web_search') })
    const { choose, tools } = thread('t1')
    await choose({ name: 'Web', mode: 'many' })
    const { status, body } = await choose('Other')
    expect(status).toBe(409)
    expect(body.error).toContain("'web_search'")
    expect(await tools()).toEqual(['web_search', 'url_browse'])
  })
})

describe('the history', () => {
  test('keeps any content as it was sent, oldest first, page by page', async () => {
    const { thread, request } = await start()
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

  test('what is no message is refused', async () => {
    const { thread } = await start()
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
