import { execFile } from 'node:child_process'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshDatabase } from '@quartermaster/testing'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, listening, run } from './run-program.ts'

const CHECK = fileURLToPath(new URL('../src/check-health.ts', import.meta.url))

const isHealthy = (variables: Record<string, string>): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(process.execPath, [CHECK], { env: variables }, (error) => resolve(error === null))
  })

test('a gateway is healthy while it is ready, with a certificate too', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  const QM_DATA_DIR = await dataFolder()
  await mkdir(QM_DATA_DIR, { recursive: true })
  const { cert, private: key } = await generate()
  const files = { QM_TLS_CERT: join(QM_DATA_DIR, 'cert'), QM_TLS_KEY: join(QM_DATA_DIR, 'key') }
  await writeFile(files.QM_TLS_CERT, cert)
  await writeFile(files.QM_TLS_KEY, key)
  for (const tls of [{}, files]) {
    const gateway = run({ QM_DATA_DIR, DATABASE_URL: database.url, QM_ROLE: 'gateway', ...tls })
    const PORT = new URL(await listening(gateway)).port
    const container = { HOST: '0.0.0.0', PORT, ...tls }
    expect(await isHealthy(container)).toBe(true)
    gateway.process.kill('SIGTERM')
    await gateway.exit
    expect(await isHealthy(container)).toBe(false)
  }
})

test('a worker is healthy by its port, or else by its heartbeat', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.close())
  const QM_DATA_DIR = await dataFolder()
  const variables = { QM_DATA_DIR, DATABASE_URL: database.url, QM_ROLE: 'worker' }
  const worker = run({ ...variables, QM_WORKER_PORT: '0' })
  const [, QM_WORKER_PORT = ''] = await worker.printed(/http:\/\/127\.0\.0\.1:(\d+)/)
  await worker.printed(/delivery worker is running/)
  expect(await isHealthy({ ...variables, QM_WORKER_PORT })).toBe(true)
  worker.process.kill('SIGTERM')
  await worker.exit
  expect(await isHealthy({ ...variables, QM_WORKER_PORT })).toBe(false)

  const heartbeat = join(QM_DATA_DIR, 'worker-heartbeat')
  await writeFile(heartbeat, '')
  expect(await isHealthy(variables)).toBe(true)
  const minuteAgo = new Date(Date.now() - 60_000)
  await utimes(heartbeat, minuteAgo, minuteAgo)
  expect(await isHealthy(variables)).toBe(false)
  expect(await isHealthy({ ...variables, QM_DATA_DIR: '/no/such/folder' })).toBe(false)
})
