import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../src/index.ts'

const require = createRequire(import.meta.url)

export const SOON = { timeout: 20_000, interval: 5 }

const makeFolder = () => mkdtemp(join(tmpdir(), 'quarter master '))
const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 8 })

/** A new folder that only its owner can enter. It is removed after the test. */
export async function temporaryFolder() {
  const folder = await makeFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

let used: Promise<string> | undefined

afterAll(async () => {
  if (used) await removeFolder(await used)
})

/**
 * A data folder for the whole test file that was started once, because the first start takes longest.
 */
export function usedFolder() {
  used ??= makeUsedFolder()
  return used
}

async function makeUsedFolder() {
  const dataDir = await makeFolder()
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  await server.stop()
  return dataDir
}

/** For a server that must not outlive the test, even when the test fails. */
export async function stopAfterTest<Server extends { stop(): Promise<void> }>(
  starting: Promise<Server>,
) {
  const server = await starting
  onTestFinished(() => server.stop())
  return server
}

export async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  // A connection that breaks makes its query fail as well.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

/** Another process, in a process group of its own, that starts the server of a data folder. */
export function spawnOwner(dataDir: string) {
  const script = require.resolve('./owner.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = child.pid ?? Number.NaN
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return {
    pid,
    kill,
    pressCtrlC: () => process.kill(-pid, 'SIGINT'),
    nextLine: async () => String((await lines.next()).value),
  }
}
