import { MULTIPLY } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { failure, manifestOf, moduleOf, openModule, recordingLog, toolsFolder } from './folders.ts'

describe('J6 a misbehaving function affects only its own call', () => {
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
    leave() { setInterval(() => { throw new Error('left behind') }, 1); return 'left' }`
  const functions = [...BODY.matchAll(/^ {4}(?:async )?(\w+)\(/gm)].map(([, name = '']) => name)
  const start = () => openModule(functions, BODY, { limits: { memory: 160 } })

  test.each([
    ['leak', 'used more than its 160 MiB'],
    ['buffers', 'used more than its 160 MiB'],
    ['exit', 'ended its process before it returned a result'],
    ['abort', 'ended its process before it returned a result'],
    ['reject', 'nobody caught this'],
    ['crash', 'from a timer'],
    ['fault', 'ended its process before it returned a result'],
    ['deep', 'Maximum call stack size exceeded'],
    ['flood', 'sent more log lines'],
  ])('%s', async (name, message) => {
    const { call, toolsets } = await start()
    const healthy = Promise.all(
      [1, 2, 3].map((number) =>
        toolsets.call('Multiply', 'multiply', { multiplicand: number, multiplier: 2 }),
      ),
    )
    const error = await failure(call(name))
    expect(error).toMatchObject({ name: 'ToolError', code: 'tool_failed' })
    expect(error.message).toContain(message)
    expect(await call('fine')).toBe('fine')
    expect(await healthy).toEqual([2, 4, 6])
  })

  test.each([
    ['loop', 'loops'],
    ['never', 'waits'],
  ])('%s is ended at its deadline', async (name, begun) => {
    const { log, logged } = recordingLog()
    const { call } = await start()
    const deadline = new AbortController()
    const looping = failure(call(name, {}, { signal: deadline.signal, log }))
    await logged(begun)
    // Another call runs in another process at the same time.
    expect(await call('fine')).toBe('fine')
    deadline.abort()
    await looping
    expect(await call('fine')).toBe('fine')
  })

  test('a timer that one call leaves running does not affect the next', async () => {
    const { call } = await start()
    for (let round = 0; round < 3; round++) {
      expect(await call('leave')).toBe('left')
      expect(await call('fine')).toBe('fine')
    }
  })

  test('a built-in that one call replaces is intact in the next', async () => {
    const { call } = await start()
    expect(await call('tamper')).toBe('done')
    expect(await call('map')).toEqual([2])
  })

  test('other folders are served while all processes of one folder hang', async () => {
    const { log, logged } = recordingLog()
    const { call, toolsets } = await start()
    const deadline = new AbortController()
    const { signal } = deadline
    const hanging = Array.from({ length: 6 }, () => failure(call('never', {}, { signal, log })))
    await logged('waits')
    const input = { multiplicand: 6, multiplier: 7 }
    expect(await toolsets.call('Multiply', 'multiply', input)).toBe(42)
    deadline.abort()
    await Promise.all(hanging)
    expect(await call('fine')).toBe('fine')
  })
})

describe('a module that writes to the runner’s pipe ends only its own process', () => {
  const write = (line: string) =>
    `process.getBuiltinModule('node:fs').writeSync(3, ${JSON.stringify(`${line}\n`)})`

  test.each([
    '{"type":"not_loaded"}',
    '{"type":"loaded"}',
    '{"type":"log"}',
    '{"type":"idle","leftovers":false,"rss":1}',
    '{"type":"result","id":1,"result":"1"}',
    'nonsense',
  ])('while loading: %s', async (line) => {
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

  test('during a call', async () => {
    const { call } = await openModule(
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
