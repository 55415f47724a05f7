import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { databaseForTest, seededRandom } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const ROOT_KEY = 'crash-test-T7vQ2xW9kL4nB8'
const WRITERS = 24
const CRASHES = 3

type Gateway = { readonly url: string; readonly process: ChildProcess }

async function startProcess(databaseUrl: string, dataDir: string): Promise<Gateway> {
  // biome-ignore lint/style/noProcessEnv: the child needs PATH and HOME.
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      HOME,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      QM_ROOT_KEY: ROOT_KEY,
      QM_DATA_DIR: dataDir,
      QM_TOOLS_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on\s+(http\S+)/.exec(line)?.[1]
    if (url !== undefined) return { url, process: child }
  }
  throw new Error('The gateway did not start')
}

test('kill -9 in the middle of batches loses no acknowledged push and repeats none', async () => {
  const { url: databaseUrl, pool } = await databaseForTest()
  const dataDir = await mkdtemp(join(tmpdir(), 'quartermaster-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const random = seededRandom()
  let gateway = startProcess(databaseUrl, dataDir)
  const acknowledged = new Map<string, number>()
  let isDone = false

  /** Sends one push until it is answered, always with the same idempotency key. */
  const pushUntilAnswered = async (key: string) => {
    for (;;) {
      try {
        const { url } = await gateway
        const response = await fetch(`${url}/v1/tools/push_context`, {
          method: 'POST',
          headers: { 'x-api-key': ROOT_KEY, 'x-agent': 'writer', 'idempotency-key': key },
          body: JSON.stringify({ key, value: key }),
        })
        const body = (await response.json()) as { version: number; retryable?: boolean }
        if (response.ok) return acknowledged.set(key, body.version)
        expect(body.retryable, JSON.stringify(body)).toBe(true)
      } catch (error) {
        // The connection ended with the process: whether the push was committed is unknown.
        if (!(error instanceof TypeError)) throw error
      }
    }
  }
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !isDone; n++) await pushUntilAnswered(`key ${writer}-${n}`)
  })

  for (let crash = 0; crash < CRASHES; crash++) {
    const { process: running } = await gateway
    const target = acknowledged.size + 50 + random.below(200)
    while (acknowledged.size < target) await new Promise((resolve) => setImmediate(resolve))
    const exited = once(running, 'exit')
    running.kill('SIGKILL')
    gateway = exited.then(() => startProcess(databaseUrl, dataDir))
  }
  await gateway
  isDone = true
  await Promise.all(writers)

  const { rows } = await pool.query('select key, value, version from context_items')
  const stored = new Map(rows.map((row) => [row.key, row]))
  for (const [key, version] of acknowledged) {
    expect(version, `${key} was pushed more than once`).toBe(1)
    expect(stored.get(key)).toEqual({ key, value: JSON.stringify(key), version: 1 })
  }
})
