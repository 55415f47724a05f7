import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { QM, runQm, startQm } from './gateway-process.ts'

// Several processes and databases start one after the other.
const SLOW_MACHINE_MS = 300_000

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const summaryOf = (json: string) => JSON.parse(json) as { rows: number; tables: unknown[] }

test(
  'a gateway is started, toured, backed up while it runs, and restored elsewhere with equal data',
  async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'backup.gz')
    const first = { QM_DATA_DIR: join(folder, 'first'), PORT: '0' }
    const gateway = await startQm({ env: first })
    const here = { env: { ...first, QM_URL: gateway.url } }

    const status = await runQm(here, 'status', '--json')
    expect(JSON.parse(status.out)).toMatchObject({ status: 'ready', key: 'root key' })

    const tour = await runQm(here, 'demo', '--no-pause', '--json')
    expect(tour.code, tour.err).toBe(0)
    expect(JSON.parse(tour.out).steps.at(-1)).toMatchObject({ answer: 42 })

    const doctor = await runQm(here, 'doctor')
    expect([doctor.code, doctor.out]).toEqual([0, expect.not.stringContaining('failed')])

    const tools = await toolsOverStdio(here.env)
    expect(tools).toContain('push_context')

    const live = await runQm(here, 'backup', file, '--json')
    expect(live.code, live.err).toBe(0)
    expect(summaryOf(live.out).rows).toBeGreaterThan(20)
    expect((await runQm(here, 'backup', file)).code).toBe(2)
    expect((await runQm(here, 'restore', file)).code).toBe(3)
    const tables = await runQm(here, 'tables', 'list', '-w', 'demo', '--json')
    expect(await gateway.stop()).toBe(0)

    const nowhere = join(folder, 'nowhere')
    const none = await runQm({ env: { QM_DATA_DIR: nowhere } }, 'backup', `${file}.none`)
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('nowhere has no database')])
    expect(existsSync(nowhere)).toBe(false)

    const second = { QM_DATA_DIR: join(folder, 'second'), PORT: '0' }
    const restored = await runQm({ env: second }, 'restore', file, '--json')
    expect(restored.code, restored.err).toBe(0)
    expect(summaryOf(restored.out).tables).toEqual(summaryOf(live.out).tables)
    expect((await runQm({ env: second }, 'restore', file)).code).toBe(3)
    const again = await runQm({ env: second }, 'backup', `${file}.2`, '--json')
    expect(summaryOf(again.out).tables).toEqual(summaryOf(live.out).tables)

    const copy = await startQm({ env: second })
    const there = { env: { ...second, QM_URL: copy.url } }
    const copied = await runQm(there, 'tables', 'list', '-w', 'demo', '--json')
    expect(JSON.parse(copied.out)).toEqual(JSON.parse(tables.out))
    const [{ id }] = JSON.parse(copied.out).tables
    const exported = await runQm(there, 'tables', 'export', id, '-w', 'demo')
    expect(exported.out).toContain('Acme')
    const [change] = JSON.parse(
      (await runQm(there, 'tables', 'history', id, '-w', 'demo', '--json')).out,
    ).changes
    const undone = await runQm(there, 'tables', 'undo', id, change.undo_token, '-w', 'demo')
    expect(undone.code, undone.err).toBe(0)
    const empty = await runQm(there, 'tables', 'export', id, '-w', 'demo')
    expect(empty.out).not.toContain('Acme')
  },
  SLOW_MACHINE_MS,
)

/** The tools that a host sees if it starts `qm mcp` as a local command. */
async function toolsOverStdio(env: Record<string, string>): Promise<string[]> {
  const [command, ...args] = QM
  const client = new Client({ name: 'host', version: '1' })
  await client.connect(new StdioClientTransport({ command, args: [...args, 'mcp'], env }))
  const { tools } = await client.listTools()
  const called = await client.callTool({ name: 'health', arguments: {} })
  expect(called.isError).not.toBe(true)
  await client.close()
  return tools.map(({ name }) => name)
}
