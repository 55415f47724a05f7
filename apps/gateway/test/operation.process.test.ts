import { mkdir, writeFile } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import { eventually, freshDatabase, signalPostgres } from '@quartermaster/testing'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, listening, run } from './run-program.ts'

const QM_ROOT_KEY = 'the-root-key-of-this-test'

async function databaseUrl(): Promise<string> {
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  return database.url
}

/** A call with a certificate that only this test trusts. */
const call = (url: string, ca: string) =>
  new Promise<{ status: number | undefined; body: string; hsts: string | undefined }>(
    (resolve, reject) => {
      const request = httpsRequest(`${url}/v1/tools/push_context`, {
        method: 'POST',
        ca,
        headers: { 'x-api-key': QM_ROOT_KEY, 'x-agent': 'Ann' },
      })
      request.on('error', reject)
      request.on('response', async (response) => {
        const hsts = response.headers['strict-transport-security']
        resolve({ status: response.statusCode, body: await text(response), hsts })
      })
      request.end('{"key":"a","value":1}')
    },
  )

test('with a certificate and its key the gateway speaks HTTPS, and only HTTPS', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const QM_DATA_DIR = await dataFolder()
  await mkdir(QM_DATA_DIR, { recursive: true })
  const files = { QM_TLS_CERT: join(QM_DATA_DIR, 'cert'), QM_TLS_KEY: join(QM_DATA_DIR, 'key') }
  await writeFile(files.QM_TLS_CERT, cert)
  await writeFile(files.QM_TLS_KEY, key)
  const DATABASE_URL = await databaseUrl()
  const gateway = run({ QM_DATA_DIR, QM_ROOT_KEY, DATABASE_URL, ...files })
  const url = await listening(gateway)
  expect(url).toMatch(/^https:/)
  const answer = await call(url, cert)
  expect(answer).toMatchObject({ status: 200, hsts: expect.stringContaining('max-age') })
  expect(JSON.parse(answer.body)).toMatchObject({ key: 'a', version: 1 })
  await expect(fetch(`${url.replace('https', 'http')}/healthz`)).rejects.toThrow()
})

test('a certificate without its key, with another key, or that is missing stops the start', async () => {
  const QM_DATA_DIR = await dataFolder()
  await mkdir(QM_DATA_DIR, { recursive: true })
  const [one, other] = await Promise.all([generate(), generate()])
  const [QM_TLS_CERT, QM_TLS_KEY] = [join(QM_DATA_DIR, 'cert'), join(QM_DATA_DIR, 'key')]
  await writeFile(QM_TLS_CERT, one.cert)
  await writeFile(QM_TLS_KEY, other.private)
  // Nothing listens there: the files are checked before the database is needed.
  const DATABASE_URL = 'postgres://127.0.0.1:1/none'
  const start = (variables: Record<string, string>) =>
    run({ QM_DATA_DIR, QM_ROOT_KEY, DATABASE_URL, LOG_LEVEL: 'silent', ...variables })
  for (const [variables, reason] of [
    [{ QM_TLS_CERT }, 'QM_TLS_KEY must be set too'],
    [{ QM_TLS_CERT, QM_TLS_KEY }, 'QM_TLS_CERT and QM_TLS_KEY do not belong together'],
    [{ QM_TLS_CERT: '/no/such/file', QM_TLS_KEY }, 'QM_TLS_CERT: /no/such/file cannot be read'],
    [{ QM_TLS_CERT: QM_TLS_KEY, QM_TLS_KEY }, `${QM_TLS_KEY} is not a certificate in PEM form`],
    [{ QM_TLS_CERT, QM_TLS_KEY: QM_TLS_CERT }, `${QM_TLS_CERT} is not a private key in PEM form`],
  ] as const) {
    const gateway = start(variables)
    expect(await gateway.exit).toBe(1)
    expect(gateway.output()).toContain(reason)
    expect(gateway.output()).not.toContain('database')
  }
})

test('a certificate that has expired is used, with a warning', async () => {
  const QM_DATA_DIR = await dataFolder()
  await mkdir(QM_DATA_DIR, { recursive: true })
  const { cert, private: key } = await generate([], {
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2021-01-01'),
  })
  const [QM_TLS_CERT, QM_TLS_KEY] = [join(QM_DATA_DIR, 'cert'), join(QM_DATA_DIR, 'key')]
  await writeFile(QM_TLS_CERT, cert)
  await writeFile(QM_TLS_KEY, key)
  const DATABASE_URL = await databaseUrl()
  const gateway = run({ QM_DATA_DIR, QM_ROOT_KEY, DATABASE_URL, QM_TLS_CERT, QM_TLS_KEY })
  await listening(gateway)
  expect(gateway.output()).toContain('the certificate of QM_TLS_CERT is not valid now')
})

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

test('gateway and worker say that they are not ready while PostgreSQL is suspended, and recover', async () => {
  const folder = await dataFolder()
  const dataDir = join(folder, 'postgres')
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  onTestFinished(async () => {
    await signalPostgres(dataDir, 'SIGCONT')
    await server.stop()
  })
  const shared = { DATABASE_URL: server.url, QM_ROOT_KEY, LOG_LEVEL: 'silent' }
  const gateway = run({ ...shared, QM_ROLE: 'gateway', QM_DATA_DIR: join(folder, 'gateway') })
  const url = await listening(gateway)
  const worker = run({
    ...shared,
    QM_ROLE: 'worker',
    QM_WORKER_PORT: '0',
    QM_DATA_DIR: join(folder, 'worker'),
  })
  const [, workerUrl = ''] = await worker.printed(/Its health: (\S+)\/readyz/)
  const bothAre = (path: string, status: number) =>
    eventually(async () =>
      expect([await statusOf(url + path), await statusOf(workerUrl + path)]).toEqual([
        status,
        status,
      ]),
    )

  await bothAre('/readyz', 200)
  expect((await fetch(`${workerUrl}/metrics`)).status).toBe(401)
  const metrics = await fetch(`${workerUrl}/metrics`, { headers: { 'x-api-key': QM_ROOT_KEY } })
  expect(await metrics.text()).toContain('quartermaster_db_up 1')

  await signalPostgres(dataDir, 'SIGSTOP')
  await bothAre('/readyz', 503)
  await bothAre('/healthz', 200)
  await signalPostgres(dataDir, 'SIGCONT')
  await bothAre('/readyz', 200)
  const pushed = await fetch(`${url}/v1/tools/push_context`, {
    method: 'POST',
    headers: { 'x-api-key': QM_ROOT_KEY, 'x-agent': 'Ann' },
    body: '{"key":"a","value":1}',
  })
  expect(pushed.status).toBe(200)
  expect([gateway.process.exitCode, worker.process.exitCode]).toEqual([null, null])
})

test.each([
  { QM_PROCESSES: '1', logs: 1 },
  // The first process distributes connections, and has a log too.
  { QM_PROCESSES: '2', logs: 3 },
])(
  'SIGUSR2 switches the log of $QM_PROCESSES processes to debug and back',
  async ({ QM_PROCESSES, logs }) => {
    const QM_DATA_DIR = await dataFolder()
    const DATABASE_URL = await databaseUrl()
    const gateway = run({ QM_DATA_DIR, QM_ROOT_KEY, DATABASE_URL, QM_PROCESSES, LOG_LEVEL: 'warn' })
    const url = await listening(gateway)
    const failed = async () => {
      const response = await fetch(`${url}/v1/whoami`, { headers: { 'x-api-key': 'wrong' } })
      return ((await response.json()) as { request_id: string }).request_id
    }
    const unseen = await failed()

    const changed = (level: string) =>
      gateway.printed(
        new RegExp(`("level":"${level}"[^\\n]*the log level was changed[^]*){${logs}}`),
      )
    gateway.process.kill('SIGUSR2')
    await changed('debug')
    const seen = await failed()
    await gateway.printed(new RegExp(`"level":20[^\\n]*${seen}`))

    gateway.process.kill('SIGUSR2')
    await changed('warn')
    const last = await failed()
    gateway.process.kill('SIGTERM')
    expect(await gateway.exit).toBe(0)
    expect(gateway.output()).not.toContain(unseen)
    expect(gateway.output()).not.toContain(last)
  },
)
