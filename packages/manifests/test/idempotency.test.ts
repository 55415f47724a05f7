import { expect, test } from 'vitest'
import { fakeOutbound, openModule, toolsFolder } from './folders.ts'

test('A12 a module gets the same idempotency key for every repetition of a call', async () => {
  const { call } = await openModule(
    ['key', 'other'],
    'key() { return this.context.idempotencyKey } other() { return this.context.idempotencyKey }',
  )
  const key = await call('key', {}, { idempotencyKey: 'k-1' })
  expect(key).toMatch(/^[\w-]{20,100}$/)
  expect(await call('key', {}, { idempotencyKey: 'k-1' })).toBe(key)
  // Two agents, threads or functions may use the same key for different calls.
  const others = [
    await call('key', {}, { idempotencyKey: 'k-2' }),
    await call('other', {}, { idempotencyKey: 'k-1' }),
    await call('key', {}, { idempotencyKey: 'k-1', agent: 'Bob' }),
    await call('key', {}, { idempotencyKey: 'k-1', thread: 't1' }),
  ]
  expect(new Set([key, ...others]).size).toBe(5)
  expect(await call('key')).toBeNull()
})

test('A12 a URL function passes the key on as Idempotency-Key, except with GET', async () => {
  const keys: (string | undefined)[] = []
  const outbound = fakeOutbound((_url, { headers }) => {
    keys.push(headers['idempotency-key'])
    return { status: 200 }
  })
  const { open } = await toolsFolder({
    Remote: {
      'manifest.yaml': `tool_name: Remote
tool_list:
  - {name: save, description: S., url: "https://a.example/"}
  - {name: find, description: F., method: GET, url: "https://a.example/"}
`,
    },
  })
  const { call } = await open({ outbound })
  await call('Remote', 'save', {}, { idempotencyKey: 'k' })
  await call('Remote', 'save', {}, { idempotencyKey: 'k' })
  await call('Remote', 'save')
  await call('Remote', 'find', {}, { idempotencyKey: 'k' })
  expect(keys).toEqual([expect.any(String), keys[0], undefined, undefined])
})

test('a module reports progress to the caller', async () => {
  const { call } = await openModule(
    ['work'],
    `work() {
      this.context.progress({ progress: 1, total: 3, message: 'first' })
      this.context.progress({ progress: 2, total: 3 })
      this.context.progress('nearly done')
      this.context.progress(1)
    }`,
  )
  const reports: unknown[] = []
  await call('work', {}, { progress: (...report) => reports.push(report) })
  expect(reports).toEqual([
    [1, 3, 'first'],
    [2, 3, undefined],
    [2, 3, 'nearly done'],
    [1, 1, undefined],
  ])
})
