import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@quartermaster/testing'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { openWorkerServices } from '../src/services.ts'
import { startGateway } from './start-gateway.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const webhook = (url: string) => ({
  kind: 'webhook',
  url,
  secret: SECRET,
  headers: { 'x-tenant-token': 'header-secret-4711' },
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An HTTP server that keeps the requests it gets. */
async function startReceiver() {
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.setEncoding('utf8').toArray()
    received.push({ headers: request.headers as Record<string, string>, body: chunks.join('') })
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { received, url: `http://127.0.0.1:${port}/hook` }
}

test('secrets of destinations are encrypted in the database, and deliveries are signed with them', async () => {
  const { received, url } = await startReceiver()
  const allow = readConfig({ QM_OUTBOUND_ALLOW: '127.0.0.1' }).outboundAllow
  const log: string[] = []
  const { request, services, as } = await startGateway({ config: { outboundAllow: allow }, log })
  const body = { name: 'Hook', deliver_to: webhook(url) }
  expect((await request('POST', '/v1/agents', { body })).status).toBe(201)

  const { rows } = await services.database.pool.query('select deliver_to::text from agents')
  expect(rows[0].deliver_to).toContain('sealed.v1.')
  expect(rows[0].deliver_to).not.toMatch(/MfKQ9r8|header-secret/)

  await services.prompts.startWorker()
  const { id } = (
    await as('Hook').call('promptyoself_schedule_every', {
      agent_id: 'Hook',
      prompt: 'hello',
      every: '1h',
    })
  ).body
  await request('POST', `/v1/schedules/${id}/run`)
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
  const [{ headers, body: text } = { headers: {}, body: '' }] = received
  expect(headers['x-tenant-token']).toBe('header-secret-4711')
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)

  for (const path of [
    '/v1/agents',
    '/v1/agents/Hook',
    '/v1/audit',
    '/v1/deliveries',
    '/v1/calls',
  ]) {
    expect((await request('GET', path)).text).not.toMatch(/MfKQ9r8|header-secret|sealed\.v1/)
  }
  expect(log.join('\n')).not.toMatch(/MfKQ9r8|header-secret/)
})

test.each([
  [{ secret: 'not base64 but secret' }],
  [{ headers: { 'x-a': 'secret\u0001value' } }],
  [{ secret: 'sealed.v1.00000000.secretsecretsecret' }],
])('the refusal of %j does not repeat the secret', async (settings) => {
  const { request } = await startGateway()
  const deliver_to = { kind: 'webhook', url: 'https://hooks.example/', ...settings }
  const refused = await request('POST', '/v1/agents', { body: { name: 'A', deliver_to } })
  expect(refused.status).toBe(400)
  for (const text of ['but secret', 'secret\u0001value', 'secretsecretsecret'])
    expect(JSON.stringify(refused.body)).not.toContain(text)
})

/** Starts what every process of Quartermaster starts with, on one database. */
async function startProcess(databaseUrl: string, config: Partial<Config>) {
  const log = pino({ level: 'silent' })
  const services = await openWorkerServices({
    config: { ...readConfig({}), ...config },
    databaseUrl,
    log,
  })
  onTestFinished(services.close)
  return services
}

async function databaseWithSecret(settings: unknown = webhook('https://hooks.example/')) {
  const database = await freshDatabase()
  onTestFinished(database.close)
  const first = await newFolder()
  const services = await startProcess(database.url, { dataDir: first })
  const { pool } = services.database
  await pool.query(
    `insert into agents (workspace_id, name, deliver_to)
     select id, 'Hook', $1 from workspaces where name = 'default'`,
    [JSON.stringify(settings)],
  )
  const stored = async () =>
    (await pool.query('select deliver_to from agents')).rows[0].deliver_to as {
      secret: string
      headers: Record<string, string>
    }
  return { url: database.url, dataDir: first, stored }
}

test('secrets that an earlier version stored in plain text are encrypted at the start', async () => {
  const { url, dataDir, stored } = await databaseWithSecret()
  expect((await stored()).secret).toBe(SECRET)
  await startProcess(url, { dataDir })
  expect((await stored()).secret).toMatch(/^sealed\.v1\./)
  expect((await stored()).headers['x-tenant-token']).toMatch(/^sealed\.v1\./)
  expect((await stat(join(dataDir, 'encryption-key'))).mode & 0o777).toBe(0o600)
})

test('a process with another key stops, and says which variable to set', async () => {
  const { url, dataDir, stored } = await databaseWithSecret()
  await startProcess(url, { dataDir })
  const before = await stored()
  const elsewhere = { dataDir: await newFolder() }
  await expect(startProcess(url, elsewhere)).rejects.toThrow(/^QM_ENCRYPTION_KEY: .*encrypted with/)
  const other = { ...elsewhere, encryptionKey: randomBytes(32) }
  await expect(startProcess(url, other)).rejects.toThrow(/^QM_ENCRYPTION_KEY: /)
  expect(await stored()).toEqual(before)

  const key = (await readFile(join(dataDir, 'encryption-key'), 'utf8')).trim()
  const { encryptionKey } = readConfig({ QM_ENCRYPTION_KEY: key })
  await startProcess(url, { ...elsewhere, encryptionKey })
})

test('a process with its own generated key starts while there are no secrets, and stores none', async () => {
  const database = await freshDatabase()
  onTestFinished(database.close)
  await startProcess(database.url, { dataDir: await newFolder() })
  const { vault } = await startProcess(database.url, { dataDir: await newFolder() })
  expect(() => vault.seal('secret', 'row')).toThrow('cannot store secrets')
})

test('the key is rotated: secrets are encrypted again, and the old key is no longer needed', async () => {
  const { url, dataDir, stored } = await databaseWithSecret()
  await startProcess(url, { dataDir })
  const old = readConfig({
    QM_ENCRYPTION_KEY: (await readFile(join(dataDir, 'encryption-key'), 'utf8')).trim(),
  }).encryptionKey as Buffer
  const before = await stored()
  const encryptionKey = randomBytes(32)
  await startProcess(url, { dataDir, encryptionKey, previousEncryptionKeys: [old] })
  const after = await stored()
  expect(after.secret.split('.')[2]).not.toBe(before.secret.split('.')[2])

  const { vault } = await startProcess(url, { dataDir: await newFolder(), encryptionKey })
  expect(vault.isCurrent(after.secret)).toBe(true)
  await expect(startProcess(url, { dataDir, encryptionKey: old })).rejects.toThrow(
    'QM_ENCRYPTION_KEY',
  )
})

test('a damaged key file stops the start', async () => {
  const dataDir = await newFolder()
  await writeFile(join(dataDir, 'encryption-key'), 'nonsense\n')
  const database = await freshDatabase()
  onTestFinished(database.close)
  await expect(startProcess(database.url, { dataDir })).rejects.toThrow('is not a valid key')
})
