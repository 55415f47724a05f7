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
  const received: { url?: string; headers: Record<string, string>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.setEncoding('utf8').toArray()
    const { url = '', headers } = request
    received.push({ url, headers: headers as Record<string, string>, body: chunks.join('') })
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

test('the secrets in an address are sent and shown to nobody', async () => {
  const { received, url } = await startReceiver()
  const allow = readConfig({ QM_OUTBOUND_ALLOW: '127.0.0.1' }).outboundAllow
  const log: string[] = []
  const { request, services, as } = await startGateway({ config: { outboundAllow: allow }, log })
  const deliver_to = { kind: 'webhook', url: `${url}?room=1&token=t0p%20s3cret&sig=4711==` }
  const created = await request('POST', '/v1/agents', { body: { name: 'Hook', deliver_to } })
  const masked = { kind: 'webhook', url: `${url}?room=1&token=***&sig=***` }
  expect(created.body.deliver_to).toEqual(masked)
  const stored = async () =>
    (await services.database.pool.query('select deliver_to::text from agents')).rows[0].deliver_to
  expect(await stored()).toMatch(/room=1&token=sealed\.v1\.[\w.-]+&sig=sealed\.v1\.[\w.-]+"/)
  expect(await stored()).not.toContain('t0p')

  const before = await stored()
  const refused = await request('PATCH', '/v1/agents/Hook', { body: { deliver_to: masked } })
  expect(refused.status).toBe(400)
  expect(refused.body.error).toContain('in place of a secret')
  expect(await stored()).toBe(before)

  await services.prompts.startWorker()
  const schedule = { agent_id: 'Hook', prompt: 'hello', every: '1h' }
  const { id } = (await as('Hook').call('promptyoself_schedule_every', schedule)).body
  await request('POST', `/v1/schedules/${id}/run`)
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
  expect(received[0]?.url).toBe('/hook?room=1&token=t0p%20s3cret&sig=4711==')

  await request('PATCH', '/v1/agents/Hook', { body: { role: null } })
  for (const path of ['agents', 'agents/Hook', 'audit', 'audit/export', 'deliveries', 'calls']) {
    const { status, text } = await request('GET', `/v1/${path}`)
    expect(status, path).toBe(200)
    expect(text, path).not.toMatch(/t0p|4711|sealed\.v1/)
  }
  expect(log.join('\n')).not.toMatch(/t0p|4711/)
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

test('secrets in addresses are encrypted at the start as well, and again with another key', async () => {
  const settings = { kind: 'webhook', url: 'https://hooks.example/?room=1&token=t0p' }
  const { url, dataDir, stored } = await databaseWithSecret(settings)
  await startProcess(url, { dataDir })
  const first = ((await stored()) as unknown as typeof settings).url
  expect(first).toMatch(/\?room=1&token=sealed\.v1\./)
  const old = (await readFile(join(dataDir, 'encryption-key'), 'utf8')).trim()
  const { encryptionKey } = readConfig({ QM_ENCRYPTION_KEY: old })
  const previousEncryptionKeys = [encryptionKey as Buffer]
  const rotated = { dataDir, encryptionKey: randomBytes(32), previousEncryptionKeys }
  const { vault } = await startProcess(url, rotated)
  const second = ((await stored()) as unknown as typeof settings).url
  expect(second).not.toBe(first)
  expect(vault.isCurrent(second.slice(second.indexOf('sealed')))).toBe(true)
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

test.each([
  ['nonsense', 'is not a valid key'],
  ['7'.repeat(64), 'is not random'],
])('a key file with %s stops the start: it %s', async (key, fault) => {
  const dataDir = await newFolder()
  await writeFile(join(dataDir, 'encryption-key'), `${key}\n`)
  const database = await freshDatabase()
  onTestFinished(database.close)
  await expect(startProcess(database.url, { dataDir })).rejects.toThrow(fault)
})
