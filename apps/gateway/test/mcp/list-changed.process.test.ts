import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '@quartermaster/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect2025, connect2026 } from './clients.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const FOLDER = fileURLToPath(new URL('./tools/Conformance', import.meta.url))
const KEY = 'the-root-key-of-two-processes'
const PATIENCE = { timeout: 30_000 }

type Gateway = { url: string; stop(): Promise<number> }

async function startProcess(variables: Record<string, string>): Promise<Gateway> {
  // biome-ignore lint/style/noProcessEnv: a program needs its PATH.
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: '0', QM_ROOT_KEY: KEY, QM_ROLE: 'gateway', ...variables }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await exited
    return code
  }
  onTestFinished(stop)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const [, found] = /listening on +(http:\S+)/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
    exited.then(() => reject(new Error(`The gateway did not start: ${output}`)))
  })
  return { url, stop }
}

const api = async (url: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': KEY },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  return response.json() as Promise<any>
}

test('clients of both protocols learn of changes that another process makes', async () => {
  const database = await freshDatabase()
  onTestFinished(database.close)
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-list-changed-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const tools = join(dir, 'tools')
  await cp(FOLDER, join(tools, 'Conformance'), { recursive: true })
  const start = (name: string) =>
    startProcess({
      DATABASE_URL: database.url,
      QM_DATA_DIR: join(dir, name),
      QM_TOOLS_DIR: tools,
    })
  const [one, other] = await Promise.all([start('one'), start('other')])

  await api(one.url, 'POST', '/v1/agents', { name: 'reader', role: 'readers' })
  const { key } = await api(one.url, 'POST', '/v1/agents/reader/keys', {})
  const stack = await api(one.url, 'POST', '/v1/stacks', { name: 'S' })
  const table = await api(one.url, 'POST', `/v1/stacks/${stack.id}/tables`, {
    name: 'T',
    mode: 'auto',
  })

  const seen = { of2025: 0, of2026: 0 }
  const headers = { 'x-api-key': key }
  await connect2025(`${other.url}/mcp`, headers, () => seen.of2025++)
  const client = await connect2026(`${other.url}/mcp`, headers, () => seen.of2026++)

  /** Repeats the change until both have heard of it: the streams may still be opening. */
  const announces = async (change: (attempt: number) => Promise<unknown>) => {
    const before = { ...seen }
    let attempt = 0
    await vi.waitFor(async () => {
      await change(attempt++)
      expect(seen.of2025).toBeGreaterThan(before.of2025)
      expect(seen.of2026).toBeGreaterThan(before.of2026)
    }, PATIENCE)
  }
  await announces((attempt) =>
    api(one.url, 'POST', `/v1/tables/${table.id}/tools/define_columns`, {
      columns: [{ name: `column ${attempt}`, type: 'text' }],
    }),
  )
  await announces((attempt) =>
    api(one.url, 'PUT', '/v1/roles/readers', { denied_tools: [`tool_${attempt}`] }),
  )
  await announces((attempt) =>
    api(one.url, 'PATCH', '/v1/agents/reader', { denied_tools: [`tool_${attempt}`] }),
  )
  await announces((attempt) =>
    writeFile(join(tools, 'Conformance', 'note.txt'), `attempt ${attempt}`),
  )
  await api(one.url, 'PATCH', '/v1/agents/reader', { allowed_tools: ['get_context'] })
  await vi.waitFor(async () => {
    const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
    expect(tools.map(({ name }) => name)).toEqual(['get_context'])
  }, PATIENCE)

  // Open streams do not keep a process from stopping.
  expect(await other.stop()).toBe(0)
})
