import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Log } from '@quartermaster/toolkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Outbound } from '../src/index.ts'
import { failure, MULTIPLY, manifestOf, moduleOf, silent, toolsFolder } from './folders.ts'

/** One folder with these functions, and a healthy one beside it. */
async function withModule(functions: readonly string[], body: string, options = {}, more = '') {
  const folder = await toolsFolder({
    Multiply: MULTIPLY,
    Mine: { 'manifest.yaml': manifestOf('Mine', functions, more), 'tool.ts': moduleOf(body) },
  })
  const toolsets = await folder.open(options)
  expect(toolsets.report().flatMap(({ problems }) => problems)).toEqual([])
  const call = (name: string, input: object = {}, more = {}) =>
    toolsets.call('Mine', name, input, more)
  return { ...folder, toolsets, call }
}

/** A log that tells when a line has come. */
function listening() {
  const lines: string[] = []
  const waiting = new Map<string, () => void>()
  const add = (_: object, line: string) => {
    lines.push(line)
    waiting.get(line)?.()
  }
  const log: Log = { debug: add, info: add, warn: add, error: add }
  const heard = (line: string) =>
    new Promise<void>((resolve) => {
      waiting.set(line, resolve)
      if (lines.includes(line)) resolve()
    })
  return { lines, log, heard }
}

describe('calls', () => {
  test('J-10 J-11 the method may be tool_multiply or multiply', async () => {
    const plain = `export class Tools { async multiply({ multiplicand, multiplier }) { return multiplicand * multiplier } }`
    const { open } = await toolsFolder({
      Prefixed: MULTIPLY,
      Plain: { ...MULTIPLY, 'tool.ts': plain },
      Script: {
        'manifest.yaml': MULTIPLY['manifest.yaml'] ?? '',
        'tool.js': `module.exports = { async multiply({ multiplicand, multiplier }) { return multiplicand * multiplier } }`,
      },
    })
    const { call } = await open()
    const numbers = { multiplicand: 6, multiplier: 7 }
    for (const id of ['Prefixed', 'Plain', 'Script']) {
      expect(await call(id, 'multiply', numbers)).toBe(42)
    }
  })

  test('J-13 J5 every JSON value comes back as it is', async () => {
    const { call } = await withModule(['echo'], 'echo({ value }: any) { return value }')
    for (const value of ['s', { a: 1 }, [1], 3, 0, '', null, false, [], { __proto__: null }]) {
      expect(await call('echo', { value })).toEqual(value)
    }
    const exact = '{"__proto__":[12345678901234567890],"s":"\\ud800\\u0000é😀\\n","e":1e400}'
    const value = JSON.parse(exact, (_key, part, { source }) =>
      typeof part === 'number' ? JSON.rawJSON(source ?? '') : part,
    )
    expect(JSON.stringify(await call('echo', { value }))).toBe(exact)
    expect(await call('echo', {})).toBeNull()
  })

  test('J-14 an argument that was not sent is not passed', async () => {
    const { call } = await withModule(
      ['greet'],
      `greet(input: any) { const { name, greeting = 'Hello' } = input; return [greeting, name, Object.keys(input)] }`,
    )
    expect(await call('greet', { name: 'Ada' })).toEqual(['Hello', 'Ada', ['name']])
  })

  test('J-15 what a method throws is the answer, and the next call works', async () => {
    const { call } = await withModule(
      ['fail', 'missing', 'odd', 'fine'],
      `
      fail() { throw new Error('boom at /srv/secret/place 10.0.0.1 password=x') }
      async missing({ city }: any) { throw Object.assign(new Error('There is no city ' + city), { code: 'not_found' }) }
      odd() { throw 'just text' }
      fine() { return 'fine' }`,
    )
    const error = await failure(call('fail'))
    expect(error).toMatchObject({ name: 'ToolError', code: 'tool_failed' })
    expect(error.message).toBe("The tool 'fail' failed: boom at [path] [address] [hidden]")
    expect(await failure(call('missing', { city: 'Oslo' }))).toMatchObject({
      code: 'not_found',
      message: "The tool 'missing' failed: There is no city Oslo",
    })
    expect((await failure(call('odd'))).message).toContain('just text')
    expect(await call('fine')).toBe('fine')
  })

  test('J5 a result that is not JSON is an error that says where', async () => {
    const { call } = await withModule(
      ['big', 'circle', 'method', 'hole', 'long', 'deep', 'series', 'fine'],
      `
      deep() { return [[[[10n]]]] }
      async *series() { yield 1 }
      big() { return { total: 10n } }
      circle() { const a: any = {}; a.a = a; return a }
      method() { return [() => 1] }
      hole() { return { a: undefined } }
      long() { return 'x'.repeat(5_000_000) }
      fine() { return 'fine' }`,
    )
    const words = async (name: string) => (await failure(call(name))).message
    expect(await words('big')).toContain('a BigInt at total')
    expect(await words('circle')).toContain('at a')
    expect(await words('method')).toContain('a function at [0]')
    expect(await words('hole')).toContain('undefined at a')
    expect(await words('long')).toBe(
      "The tool 'long' answered with 5000002 characters of JSON, which is larger than the 4194304 that a result may have.",
    )
    expect(await words('deep')).toContain('not JSON: a BigInt at [0][0][0][0]')
    expect(await words('series')).toContain('not JSON')
    expect(await call('fine')).toBe('fine')
  })

  test('two folders may have a function of the same name', async () => {
    const named = (answer: string) => ({
      'manifest.yaml': manifestOf(answer, ['answer']),
      'tool.ts': moduleOf(`answer() { return '${answer}' }`),
    })
    const { open } = await toolsFolder({ A: named('a'), B: named('b') })
    const { call } = await open()
    expect([await call('A', 'answer'), await call('B', 'answer')]).toEqual(['a', 'b'])
  })
})

describe('the context', () => {
  test('says who calls, and has the folder’s secrets and nothing of the gateway’s', async () => {
    vi.stubEnv('QM_TEST_LEAK', 'leaked')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const { call } = await withModule(
      ['show'],
      `show() { const { agent, workspace, thread, toolset, requestId, secrets } = this.context
        return { agent, workspace, thread, toolset, requestId, secrets, env: Object.keys(process.env), argv: process.argv.length } }`,
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
    })
    const { env } = shown as { env: string[] }
    expect(env.toSorted()).toEqual(['LANG', 'PATH', 'PWD', 'TMPDIR', 'TZ'])
  })

  test('a secret that is not set is reported with the name of its variable', async () => {
    const { open } = await toolsFolder({
      'My Tool': { ...MULTIPLY, 'manifest.yaml': `secrets: [KEY]\n${MULTIPLY['manifest.yaml']}` },
    })
    const toolsets = await open()
    expect(toolsets.report()[0]?.problems[0]?.reason).toContain('QM_SECRET_MY_TOOL__KEY')
  })

  test('its logger and console reach the log, with secrets taken out', async () => {
    const { lines, log } = listening()
    const { call } = await withModule(
      ['talk'],
      `talk() { this.context.logger.warn('key is', this.context.secrets.KEY); console.log({ a: 1 }); this.context.progress(0.5) }`,
      { findSecret: () => 'swordfish' },
      'secrets: [KEY]',
    )
    await call('talk', {}, { log })
    expect(lines).toEqual(['key is [hidden]', '{ a: 1 }', 'a call has come so far'])
  })

  test('its signal ends a call in time, and the process goes on', async () => {
    const { log, heard } = listening()
    const { call } = await withModule(
      ['wait', 'pid'],
      `wait() { console.log('waits'); return new Promise((_, reject) => this.context.signal.addEventListener('abort', () => reject(this.context.signal.reason))) }
       pid() { return process.pid }`,
    )
    const before = await call('pid')
    const deadline = new AbortController()
    const waiting = failure(call('wait', {}, { signal: deadline.signal, log }))
    await heard('waits')
    deadline.abort()
    await waiting
    expect(await call('pid')).toBe(before)
  })

  test('its fetch, and the global one, go through the guarded client', async () => {
    const requests: unknown[] = []
    const outbound: Outbound = {
      request: async (url, { method, headers, body }) => {
        requests.push([url, method, headers.authorization, body])
        if (url.includes('private')) {
          throw new Error('The address is private, and only public ones are called')
        }
        const status = url.endsWith('/moved') ? 302 : 201
        const answered: Record<string, string> = {
          'x-a': 'b',
          location: 'https://other.example/there',
        }
        return { status, headers: answered, text: 'pong é', truncated: false }
      },
    }
    const { call } = await withModule(
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
    expect((await failure(call('refused'))).message).toContain('only public ones are called')
    expect(requests).toEqual([
      ['https://a.example/x', 'POST', undefined, 'ping'],
      ['https://a.example/y', 'GET', undefined, undefined],
      ['https://a.example/moved', 'GET', 'k', undefined],
      ['https://other.example/there', 'GET', undefined, undefined],
      ['https://private.example/', 'GET', undefined, undefined],
    ])
  })
})

describe('J6 a function that misbehaves takes nothing with it', () => {
  const BODY = `
    fine() { return 'fine' }
    loop() { console.log('loops'); for (;;); }
    never() { console.log('waits'); return new Promise(() => {}) }
    leak() { const all = []; for (;;) all.push(new Array(1000).fill(all.length)) }
    buffers() { const all = []; for (;;) all.push(Buffer.alloc(4_000_000, 1)) }
    exit() { process.exit(0) }
    reject() { Promise.reject(new Error('nobody caught this')); return new Promise(() => {}) }
    crash() { setTimeout(() => { throw new Error('from a timer') }); return new Promise(() => {}) }
    fault() { process.kill(process.pid, 'SIGSEGV'); return new Promise(() => {}) }
    deep() { const again = (): number => again() + 1; return again() }
    async flood() { for (;;) { this.context.progress('x'.repeat(100)); await new Promise(setImmediate) } }
    abort() { process.abort() }
    tamper() { Array.prototype.map = () => { throw new Error('tampered') }; return 'done' }
    map() { return [1].map((number) => number + 1) }
    leave() { setInterval(() => { throw new Error('left behind') }, 1); return 'left' }
    pid() { return process.pid }`
  const functions = [...BODY.matchAll(/^ {4}(?:async )?(\w+)\(/gm)].map(([, name = '']) => name)
  const start = () => withModule(functions, BODY, { limits: { memory: 160 } })

  test.each([
    ['leak', 'took more than the 160 MiB'],
    ['buffers', 'took more than the 160 MiB'],
    ['exit', 'ended its process before it answered'],
    ['abort', 'ended its process before it answered'],
    ['reject', 'nobody caught this'],
    ['crash', 'from a timer'],
    ['fault', 'ended its process before it answered'],
    ['deep', 'Maximum call stack size exceeded'],
    ['flood', 'wrote more than a call may'],
  ])('%s', async (name, words) => {
    const { call, toolsets } = await start()
    const beside = Promise.all(
      [1, 2, 3].map((number) =>
        toolsets.call('Multiply', 'multiply', { multiplicand: number, multiplier: 2 }),
      ),
    )
    const error = await failure(call(name))
    expect(error).toMatchObject({ name: 'ToolError', code: 'tool_failed' })
    expect(error.message).toContain(words)
    expect(await call('fine')).toBe('fine')
    expect(await beside).toEqual([2, 4, 6])
  })

  test.each([
    ['loop', 'loops'],
    ['never', 'waits'],
  ])('%s is ended at its deadline', async (name, begun) => {
    const { log, heard } = listening()
    const { call } = await start()
    const deadline = new AbortController()
    const looping = failure(call(name, {}, { signal: deadline.signal, log }))
    await heard(begun)
    // Beside it, in another process.
    const pid = await call('pid')
    expect(isAlive(Number(pid))).toBe(true)
    deadline.abort()
    await looping
    expect(await call('fine')).toBe('fine')
  })

  test('what a call leaves behind does not reach the next one', async () => {
    const { call } = await start()
    for (let time = 0; time < 3; time++) {
      expect(await call('leave')).toBe('left')
      expect(await call('fine')).toBe('fine')
    }
  })

  test('what a call changes for all code does not reach the next one', async () => {
    const { call } = await start()
    expect(await call('tamper')).toBe('done')
    expect(await call('map')).toEqual([2])
  })

  test('when all of a folder’s processes hang, other folders are served', async () => {
    const { log, heard } = listening()
    const { call, toolsets } = await start()
    const deadline = new AbortController()
    const { signal } = deadline
    const hanging = Array.from({ length: 6 }, () => failure(call('never', {}, { signal, log })))
    await heard('waits')
    const input = { multiplicand: 6, multiplier: 7 }
    expect(await toolsets.call('Multiply', 'multiply', input)).toBe(42)
    deadline.abort()
    await Promise.all(hanging)
    expect(await call('fine')).toBe('fine')
  })
})

describe('what a module writes to the gateway by itself ends its own process only', () => {
  const write = (line: string) =>
    `process.getBuiltinModule('node:fs').writeSync(3, ${JSON.stringify(`${line}\n`)})`

  test.each([
    '{"type":"not_loaded"}',
    '{"type":"loaded"}',
    '{"type":"log"}',
    '{"type":"idle","leftovers":false,"rss":1}',
    '{"type":"result","id":1,"result":"1"}',
    'nonsense',
  ])('while it loads: %s', async (line) => {
    const { open } = await toolsFolder({
      Multiply: MULTIPLY,
      Mine: {
        'manifest.yaml': manifestOf('Mine', ['fine']),
        'tool.ts': moduleOf('fine() { return 1 }', write(line)),
      },
    })
    const toolsets = await open()
    expect(toolsets.report()).toMatchObject([
      { folder: 'Mine', status: 'broken', problems: [{ reason: expect.any(String) }] },
      { folder: 'Multiply', status: 'loaded' },
    ])
    const input = { multiplicand: 6, multiplier: 7 }
    expect(await toolsets.call('Multiply', 'multiply', input)).toBe(42)
  })

  test('while it is called', async () => {
    const { call } = await withModule(
      ['say', 'fine'],
      `say({ line }: any) { process.getBuiltinModule('node:fs').writeSync(3, line + '\\n'); return new Promise(() => {}) }
       fine() { return 'fine' }`,
    )
    for (const line of [
      '{"type":"log"}',
      '{"type":"log","level":"toString","message":"m"}',
      '{"type":"fetch","id":1}',
      '{"type":"loaded","missing":[]}',
      '{"type":"not_loaded"}',
      '{"type":"idle","leftovers":false,"rss":1}',
      '{"type":"result","id":77,"result":"\\"another call\\""}',
      '{"type":"thrown","id":1}',
    ]) {
      expect(await failure(call('say', { line }))).toMatchObject({ code: 'tool_failed' })
    }
    expect(await call('fine')).toBe('fine')
  })
})

describe('what a module may use', () => {
  const attempts = `
    async read() { const fs = await import('node:fs'); return fs.readFileSync(${JSON.stringify(import.meta.filename)}, 'utf8').length }
    async own() { const fs = await import('node:fs'); return fs.readFileSync(import.meta.dirname + '/data.txt', 'utf8') }
    async temporary() { const fs = await import('node:fs'); const os = await import('node:os'); const path = os.tmpdir() + '/' + this.context.agent; fs.appendFileSync(path, 'x'); return path }
    async run() { const { execSync } = await import('node:child_process'); return String(execSync('echo hi')) }
    async connect() { const { connect } = await import('node:net'); return typeof connect }
    require() { return typeof process.getBuiltinModule('node:http').get }`
  const functions = ['read', 'own', 'temporary', 'run', 'connect', 'require']
  const start = async (permissions: string) => {
    const { open, write } = await toolsFolder()
    await write('Mine', {
      'manifest.yaml': manifestOf('Mine', functions, `permissions: ${permissions}`),
      'tool.ts': moduleOf(attempts),
      'data.txt': 'of the folder',
    })
    const toolsets = await open()
    return (name: string, more = {}) => toolsets.call('Mine', name, {}, more)
  }

  test('its own folder and the temporary one, and nothing else', async () => {
    const call = await start('[]')
    expect(await call('own')).toBe('of the folder')
    const written = String(await call('temporary', { agent: 'mark' }))
    // A folder of its own: the one that all share may hold what is none of its business.
    expect(dirname(written)).not.toBe(tmpdir())
    expect(await readFile(written, 'utf8')).toBe('x')
    for (const name of ['read', 'run']) {
      expect((await failure(call(name))).message).toContain('restricted')
    }
    for (const name of ['connect', 'require']) {
      expect((await failure(call(name))).message).toContain('add "network" to the permissions')
    }
  })

  test('more, where its manifest says so', async () => {
    const call = await start('[files, processes, network]')
    expect(await call('read')).toBeGreaterThan(0)
    expect(await call('run')).toBe('hi\n')
    expect(await call('connect')).toBe('function')
    expect(await call('require')).toBe('function')
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the log of a folder that writes without end is cut', async () => {
  const lines: string[] = []
  const log = { ...silent, info: (_: object, line: string) => lines.push(line) }
  const { call } = await withModule(
    ['talk'],
    `talk() { for (let i = 0; i < 5000; i++) console.log('line', i, 'x'.repeat(10_000)); return 'done' }`,
  )
  expect(await call('talk', {}, { log })).toBe('done')
  expect(lines).toHaveLength(200)
  expect(lines.at(-1)).toBe('More was logged, and left out.')
  expect(lines[0]).toHaveLength(2000)
})
