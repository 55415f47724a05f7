import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failure, openModule } from './folders.ts'

/** Runs `code` in a module without any permission; returns its result or the message of its error. */
async function attempt(code: string, input: object = {}): Promise<unknown> {
  const { call } = await openModule(['attack'], `async attack(input: any) { ${code} }`)
  return call('attack', input).catch((error: Error) => error.message)
}

const refused = expect.stringMatching(
  /failed|restricted|denied|not a function|ESRCH|EPERM|opens connections|ended its process/i,
)

test.each([
  ['process.kill', 'return process.kill(input.pid, 0)'],
  ['process._kill', 'return (process as any)._kill(input.pid, 0)'],
  ['process._debugProcess', '(process as any)._debugProcess(input.pid); return true'],
  [
    'os.setPriority',
    `const os = await import('node:os'); os.setPriority(input.pid, 19); return true`,
  ],
  [
    'a child process',
    `const { execFileSync } = await import('node:child_process'); return String(execFileSync('kill', ['-0', String(input.pid)]))`,
  ],
  ['process.binding', `return (process as any).binding('process_wrap')`],
])('A14 a module cannot reach the gateway’s process through %s', async (_, code) => {
  expect(await attempt(code, { pid: process.pid })).toEqual(refused)
})

test('A14 nothing in a module’s process tells it the gateway’s pid', async () => {
  const seen = await attempt(
    'return JSON.stringify([process.ppid, process.execArgv, process.argv, process.env, import.meta.url])',
  )
  expect(String(seen)).not.toMatch(new RegExp(`\\b${process.pid}\\b`))
})

test.each([
  [
    'node:net',
    `const { connect } = await import('node:net'); return connected(connect(input.port, '127.0.0.1'))`,
  ],
  [
    'the constructor of an active handle',
    `const [handle] = (process as any)._getActiveHandles(); return connected(new handle.constructor().connect(input.port, '127.0.0.1'))`,
  ],
  [
    'an own resolve hook',
    `const { registerHooks } = await import('node:module')
     registerHooks({ resolve: () => ({ url: 'node:net', format: 'builtin', shortCircuit: true }) })
     const { connect } = await import('anything'); return connected(connect(input.port, '127.0.0.1'))`,
  ],
  [
    'the resource of an async hook',
    `const { executionAsyncResource } = await import('node:async_hooks')
     const resource: any = await new Promise((resolve) => setImmediate(() => resolve(executionAsyncResource())))
     const Handle = resource.constructor; return new Handle(0).connect({}, '127.0.0.1', input.port)`,
  ],
  [
    'WebSocket',
    `return new Promise((resolve, reject) => { const socket = new WebSocket('ws://127.0.0.1:' + input.port); socket.onopen = () => resolve('connected'); socket.onerror = () => reject(new Error('failed')) })`,
  ],
])('A14 a module cannot open a connection through %s', async (_, code) => {
  const { port, connections } = await listen()
  const body = `const connected = (socket: any) => new Promise((resolve, reject) => socket.on('connect', () => resolve('connected')).on('error', reject)); ${code}`
  expect(await attempt(body, { port })).toEqual(refused)
  expect(connections()).toBe(0)
})

test.each([
  ['node:fs', `const fs = await import('node:fs'); fs.writeFileSync(input.path, 'x')`],
  [
    'node:sqlite',
    `const { DatabaseSync } = await import('node:sqlite'); new DatabaseSync(input.path).exec('create table t (a)')`,
  ],
  ['a heap snapshot', `const v8 = await import('node:v8'); v8.writeHeapSnapshot(input.path)`],
  ['a report', 'process.report.writeReport(input.path)'],
  [
    'the compile cache',
    `const module = await import('node:module'); module.enableCompileCache(input.path); module.flushCompileCache()`,
  ],
])('A14 a module cannot write outside its folder through %s', async (_, code) => {
  const path = join(tmpdir(), `quartermaster-escape-${process.pid}-${Math.random()}`)
  await attempt(code, { path })
  expect(existsSync(path)).toBe(false)
})

test('A14 with the permission network a module can open a connection', async () => {
  const { port } = await listen()
  const { call } = await openModule(
    ['dial'],
    `async dial({ port }: any) { const { connect } = await import('node:net')
      return new Promise((resolve, reject) => connect(port, '127.0.0.1').on('connect', () => resolve('connected')).on('error', reject)) }`,
    {},
    'permissions: [network]',
  )
  expect(await call('dial', { port })).toBe('connected')
})

test('with the permission files a module can write outside its folder', async () => {
  const path = join(tmpdir(), `quartermaster-files-${process.pid}`)
  const { call } = await openModule(
    ['save', 'remove'],
    `async save({ path }: any) { const fs = await import('node:fs'); fs.writeFileSync(path, 'x'); return fs.existsSync(path) }
     async remove({ path }: any) { const fs = await import('node:fs'); fs.rmSync(path) }`,
    {},
    'permissions: [files]',
  )
  expect(await call('save', { path })).toBe(true)
  expect(existsSync(path)).toBe(true)
  await call('remove', { path })
  expect((await failure(call('remove', { path }))).message).toContain('ENOENT')
})

async function listen(): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const server: Server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { port, connections: () => connections }
}
