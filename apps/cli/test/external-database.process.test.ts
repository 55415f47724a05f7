import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseForTest, eventually, startWebhookReceiver } from '@quartermaster/testing'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { runQm, startQm } from './gateway-process.ts'

// Several processes start one after the other.
const SLOW_MACHINE_MS = 300_000

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test(
  'a drill with a database server: back up a running gateway, fail, restore, start with the same key',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-drill-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const source = await databaseForTest()
    const target = await databaseForTest()
    await target.pool.query('drop schema public cascade; create schema public')
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.stop())
    const common = {
      QM_ROOT_KEY: 'the-root-key-of-the-drill',
      QM_ENCRYPTION_KEY: hash('sha256', 'one key', 'hex'),
      QM_OUTBOUND_ALLOW: '127.0.0.1',
      PORT: '0',
    }
    const before = { ...common, DATABASE_URL: source.url, QM_DATA_DIR: join(folder, 'before') }
    const after = { ...common, DATABASE_URL: target.url, QM_DATA_DIR: join(folder, 'after') }

    const gateway = await startQm({ env: before })
    const here = { env: { ...before, QM_URL: gateway.url } }
    const deliver_to = { kind: 'webhook', url: `${receiver.url}/hook`, secret: SECRET }
    const agent = JSON.stringify({ name: 'Hook', deliver_to })
    expect((await runQm(here, 'api', 'POST', '/v1/agents', agent)).code).toBe(0)
    const every = JSON.stringify({ agent_id: 'Hook', prompt: 'hello', every: '1h' })
    const made = await runQm(here, 'call', 'promptyoself_schedule_every', every)
    expect(made.code, made.err).toBe(0)

    const file = join(folder, 'backup.gz')
    const written = await runQm(here, 'backup', file, '--json')
    expect(written.code, written.err).toBe(0)
    expect(await gateway.stop()).toBe(0)

    const empty = await runQm({ env: after }, 'backup', `${file}.empty`)
    expect([empty.code, empty.err]).toEqual([1, expect.stringContaining('no tables of Quarterm')])
    const whole = await readFile(file)
    await writeFile(`${file}.half`, whole.subarray(0, whole.length / 2))
    const failed = await runQm({ env: after }, 'restore', `${file}.half`)
    expect([failed.code, failed.err]).toEqual([3, expect.stringContaining('is unchanged')])
    const restored = await runQm({ env: after }, 'restore', file, '--json')
    expect(restored.code, restored.err).toBe(0)
    expect(JSON.parse(restored.out).tables).toEqual(JSON.parse(written.out).tables)

    const otherKey = { ...after, QM_ENCRYPTION_KEY: hash('sha256', 'another key', 'hex') }
    await expect(startQm({ env: otherKey })).rejects.toThrow(
      /QM_ENCRYPTION_KEY: the secrets in the database are encrypted with key/,
    )
    const copy = await startQm({ env: after })
    const there = { env: { ...after, QM_URL: copy.url } }
    const { schedules } = JSON.parse((await runQm(there, 'schedules', 'list', '--json')).out)
    expect((await runQm(there, 'schedules', 'run', String(schedules[0].id))).code).toBe(0)
    const delivery = await eventually(async () => {
      const [first] = receiver.received
      if (first === undefined) throw new Error('The prompt has not arrived.')
      return first
    })
    expect(delivery.prompt).toBe('hello')
    expect(() => new Webhook(SECRET).verify(delivery.body, delivery.headers)).not.toThrow()
  },
  SLOW_MACHINE_MS,
)
