import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, listening, run } from './run-program.ts'

const push = (url: string, key: string, value: string) =>
  fetch(`${url}/v1/tools/push_context`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ key: 'greeting', value }),
  })

const read = async (url: string, key: string) => {
  const response = await fetch(`${url}/v1/tools/get_context`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'x-agent': 'reader' },
  })
  return ((await response.json()) as { context: Record<string, unknown> }).context
}

test('the first start creates everything, a stop is clean, and later starts, also after kill -9, find all data', async () => {
  const QM_DATA_DIR = await dataFolder()
  const first = run({ QM_DATA_DIR })
  const url = await listening(first)
  const [, key = ''] = await first.printed(/Root key.* (qm_root_\S+)/)
  expect(first.output()).toContain(`${url}/docs/`)
  expect((await stat(join(QM_DATA_DIR, 'root-key'))).mode & 0o777).toBe(0o600)
  expect((await push(url, key, 'one')).status).toBe(200)

  const rival = run({ QM_DATA_DIR })
  expect(await rival.exit).toBe(1)
  expect(rival.output().trim().split('\n').at(-1)).toContain(QM_DATA_DIR)
  expect(await read(url, key)).toEqual({ greeting: 'one' })

  // A terminal and a package manager both pass Ctrl-C on.
  first.process.kill('SIGINT')
  first.process.kill('SIGINT')
  expect(await first.exit).toBe(0)

  const second = run({ QM_DATA_DIR })
  const secondUrl = await listening(second)
  expect(second.output()).not.toContain('Root key')
  expect(await read(secondUrl, key)).toEqual({ greeting: 'one' })
  expect((await push(secondUrl, key, 'two')).status).toBe(200)
  second.process.kill('SIGKILL')
  await second.exit

  const third = run({ QM_DATA_DIR })
  expect(await read(await listening(third), key)).toEqual({ greeting: 'two' })
  third.process.kill('SIGTERM')
  expect(await third.exit).toBe(0)
})

test('several processes answer on one port, and one that dies is replaced', async () => {
  const gateway = run({ QM_DATA_DIR: await dataFolder(), QM_PROCESSES: '2' })
  const url = await listening(gateway)
  const [, key = ''] = await gateway.printed(/Root key.* (qm_root_\S+)/)
  expect(gateway.output().match(/listening on/g)).toHaveLength(1)
  expect((await push(url, key, 'one')).status).toBe(200)

  // Each process loads the folders, and its log has its pid.
  await gateway.printed(
    /("pid":\d+)[\s\S]*"folder loaded"[\s\S]*(?!\1)"pid":\d+[^\n]*"folder loaded"/,
  )
  const loaded = gateway.output().matchAll(/"pid":(\d+)[^\n]*"folder loaded"/g)
  const pids = [...new Set([...loaded].map(([, pid]) => Number(pid)))]
  expect(pids).not.toContain(gateway.process.pid)
  process.kill(pids[0] ?? 0, 'SIGKILL')
  await gateway.printed(/ended by itself and is replaced/)
  // A new connection for each call reaches all processes in turn.
  const reads = Array.from({ length: 6 }, () => read(url, key))
  expect(await Promise.all(reads)).toEqual(reads.map(() => ({ greeting: 'one' })))

  gateway.process.kill('SIGTERM')
  expect(await gateway.exit).toBe(0)
  expect(gateway.output().match(/Stopped\./g)).toHaveLength(1)
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['QM_PUBLIC_URL', 'example.com'],
  ['QM_ROOT_KEY', 'short'],
  ['QM_ROOT_KEY', 'aaaaaaaaaaaaaaaa'],
  ['QM_RATE_LIMITS', '5'],
  ['QM_DATA_DIR', '/proc/x'],
  ['LOG_LEVEL', 'loud'],
  ['HOST', '999.1.1.1'],
  ['QM_DATA_DIR', '/dev/null/x'],
  ['QM_OUTBOUND_ALLOW', 'not a host!'],
  ['QM_ROLE', 'king'],
  ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/nothing'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://127.0.0.1:1'],
  ['QM_PUBLIC_URL', 'https://x.example/?q=1'],
  ['QM_PUBLIC_URL', 'https://x.example/#f'],
  ['QM_TOOLS_DIR', '/no/such/dir'],
  ['QM_TOOLS_DIR', 'package.json'],
])('a bad %s=%s stops the start with one line that names it', async (name, value) => {
  const gateway = run({
    LOG_LEVEL: 'silent',
    QM_DATA_DIR: await dataFolder(),
    [name]: value,
  })
  expect(await gateway.exit).toBe(1)
  const lines = gateway
    .output()
    .trim()
    .split('\n')
    .filter((line) => !line.includes('…') && !/^$|Root key/.test(line))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(name)
})

test('a port that is taken stops the start before PostgreSQL is started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const gateway = run({ QM_DATA_DIR: await dataFolder(), PORT: String(port) })
  expect(await gateway.exit).toBe(1)
  expect(gateway.output()).toContain(`PORT: another program listens on port ${port} of 127.0.0.1`)
  expect(gateway.output()).not.toContain('PostgreSQL')
})

test('a first start that fails after it has generated the root key shows the key', async () => {
  const QM_DATA_DIR = await dataFolder()
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing'
  const gateway = run({ QM_DATA_DIR, DATABASE_URL, LOG_LEVEL: 'silent' })
  expect(await gateway.exit).toBe(1)
  const [, key] = /Root key.* (qm_root_\S+)/.exec(gateway.output()) ?? []
  expect(key).toBe((await readFile(join(QM_DATA_DIR, 'root-key'), 'utf8')).trim())
})

test('a key that is easy to guess in the file of the root key stops the start', async () => {
  const QM_DATA_DIR = await dataFolder()
  await mkdir(QM_DATA_DIR, { recursive: true })
  await writeFile(join(QM_DATA_DIR, 'root-key'), 'changeme-changeme\n')
  const gateway = run({ QM_DATA_DIR })
  expect(await gateway.exit).toBe(1)
  expect(gateway.output()).toMatch(/QM_DATA_DIR: the key in \S+root-key is a placeholder/)
})

test('an unknown QM_ variable is warned about', async () => {
  const gateway = run({
    QM_DATA_DIR: await dataFolder(),
    QM_ZEBRA: '1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  })
  await gateway.exit
  expect(gateway.output()).toContain('QM_ZEBRA is not a variable of Quartermaster')
})

test('a gateway that stops takes calls until load balancers have noticed', {
  timeout: 170_000,
}, async () => {
  const key = 'the-root-key-of-a-draining-gateway'
  const gateway = run({
    QM_DATA_DIR: await dataFolder(),
    QM_ROOT_KEY: key,
    QM_DRAIN_SECONDS: '4',
  })
  const url = await listening(gateway)
  const statusOf = async (path: string) =>
    (await fetch(url + path, { headers: { 'x-api-key': key } })).status
  expect(await statusOf('/readyz')).toBe(200)
  gateway.process.kill('SIGTERM')
  await gateway.printed(/Stopping/)
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/v1/whoami')).toBe(200)
  expect(await gateway.exit).toBe(0)
  await expect(statusOf('/healthz')).rejects.toThrow()
})
