import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { PATH, TEST_REDIS_URL } from '../environment.ts'
import { installPackage } from './install-package.ts'

/** A Redis that a test may flush, stop, pause and start again. */
export type RedisServer = {
  readonly url: string
  /** Kills the server and starts it again on its append-only file. */
  restart(): Promise<void>
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

const run = promisify(execFile)

/** The server at `TEST_REDIS_URL`, or a private one as `startRedis` finds it. */
export async function findRedis(): Promise<Pick<RedisServer, 'url' | 'stop'>> {
  return TEST_REDIS_URL ? { url: TEST_REDIS_URL, stop: async () => {} } : startRedis()
}

/**
 * A private server on a free port with an append-only file: from a binary on the PATH, from one
 * that is installed now, or in a container.
 */
export async function startRedis(): Promise<RedisServer> {
  const binary = (await findBinary()) ?? (await installBinary())
  if (binary !== undefined) return startBinary(binary)
  try {
    return await startContainer()
  } catch (cause) {
    throw new Error(
      'Tests need a real Redis: no redis-server or valkey-server is on the PATH and no container engine answers. Install one, or set TEST_REDIS_URL.',
      { cause },
    )
  }
}

async function findBinary(): Promise<string | undefined> {
  const names = ['redis-server', 'valkey-server']
  const folders = [
    ...(PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  for (const candidate of folders.flatMap((folder) => names.map((name) => join(folder, name)))) {
    const works = await run(candidate, ['--version']).then(
      () => true,
      () => false,
    )
    if (works) return candidate
  }
}

/** Installs Redis where no container engine runs. */
async function installBinary(): Promise<string | undefined> {
  if (await hasContainers()) return undefined
  return (await installPackage('redis-server')) ? findBinary() : undefined
}

const hasContainers = () =>
  run('docker', ['info']).then(
    () => true,
    () => false,
  )

async function startBinary(binary: string): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess
  const start = async () => {
    const settings = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      appendonly: 'yes',
      save: '',
      appendfsync: 'always',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ])
    server = spawn(binary, options, { stdio: 'ignore' })
    await answers(url)
  }
  const end = async (name: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGCONT')
    server.kill(name)
    await ended
  }
  await start()
  return {
    url,
    signal: (name) => {
      server.kill(name)
    },
    async restart() {
      await end('SIGKILL')
      await start()
    },
    async stop() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startContainer(): Promise<RedisServer> {
  const { GenericContainer } = await import('testcontainers')
  const container = await new GenericContainer('redis:7-alpine')
    .withCommand(['redis-server', '--appendonly', 'yes'])
    .withExposedPorts(6379)
    .start()
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    restart: () => container.restart(),
    signal: () => {
      throw new Error('A Redis in a container cannot be sent signals')
    },
    stop: async () => {
      await container.stop()
    },
  }
}

async function answers(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  await client.ping()
  client.disconnect()
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      )
    })
  })
