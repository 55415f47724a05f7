import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@quartermaster/db'
import { startEmbeddedPostgres } from '@quartermaster/embedded-postgres'
import { eventually, startNetworkProxy, startRedis } from '@quartermaster/testing'
import { Redis } from 'ioredis'
import { describe, expect, type TestContext, test } from 'vitest'
import { BACKENDS, setUpWorkers, timesReceived } from './worker-setup.ts'

// Servers break while prompts are delivered. All ids at the receiver are compared with those that
// were scheduled.

async function ownPostgres(test: Pick<TestContext, 'onTestFinished'>) {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-worker-'))
  const dataDir = join(folder, 'postgres')
  let server = await startEmbeddedPostgres({ dataDir })
  const proxy = await startNetworkProxy(server.url)
  const database = openDatabase({ url: proxy.url })
  await migrate(database.db)
  await database.close()
  test.onTestFinished(async () => {
    await proxy.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const restart = async () => {
    await server.stop()
    server = await startEmbeddedPostgres({ dataDir })
    proxy.moveTo(server.url)
  }
  return { url: proxy.url, restart }
}

describe.each(BACKENDS)('on %s', { concurrent: true, timeout: 170_000 }, (backend) => {
  test('PostgreSQL is restarted while prompts are delivered', async (test) => {
    const postgres = await ownPostgres(test)
    const setup = await setUpWorkers({ test, backend, databaseUrl: postgres.url })
    setup.pool.on('error', () => {})
    await setup.createAgent('A')
    setup.receiver.answer((_received, response) => setTimeout(() => response.end(), 30))
    const first = await setup.schedule('A', 400, 500)
    await Promise.all([setup.startWorker(), setup.startWorker()])
    await eventually(() => expect(setup.receiver.received.length).toBeGreaterThan(50))
    await postgres.restart()
    const second = await eventually(() => setup.schedule('A', 100, 500))
    await setup.waitForDeliveries('delivered', first.length + second.length, 120_000)

    const times = timesReceived(setup)
    expect(times.size).toBe(first.length + second.length)
    // The workers kept running and knew what they had sent, so nothing arrived twice.
    expect([...times.values()].filter((count) => count > 1)).toEqual([])
  })
})

describe('on redis', { concurrent: true, timeout: 170_000 }, () => {
  test('everything in Redis is lost', async (test) => {
    const redis = await startRedis()
    test.onTestFinished(() => redis.stop())
    const setup = await setUpWorkers({ test, backend: 'redis', redis: redis.url })
    await setup.createAgent('A')
    await setup.startWorker()
    const ids = await setup.schedule('A', 200, 2000)
    // The deliveries are inserted and enqueued: their jobs are only in Redis.
    await setup.waitForDeliveries('pending', ids.length)
    const client = new Redis(redis.url)
    test.onTestFinished(() => client.disconnect())
    await eventually(async () => expect(await client.keys('*:delayed')).toHaveLength(1))
    await client.flushall()
    await setup.waitForDeliveries('delivered', ids.length)
    const times = timesReceived(setup)
    expect([times.size, Math.max(...times.values())]).toEqual([ids.length, 1])
  })

  test('Redis is restarted, and suspended for a while', async (test) => {
    const redis = await startRedis()
    test.onTestFinished(() => redis.stop())
    const setup = await setUpWorkers({ test, backend: 'redis', redis: redis.url })
    await setup.createAgent('A')
    await setup.startWorker()
    const first = await setup.schedule('A', 100, 1000)
    await eventually(() => expect(setup.receiver.received.length).toBeGreaterThan(0))
    await redis.restart()
    await setup.waitForDeliveries('delivered', first.length)

    // The queue does not respond, so the workers find due deliveries themselves.
    redis.signal('SIGSTOP')
    const second = await setup.schedule('A', 100, 1000)
    await setup.waitForDeliveries('delivered', first.length + second.length)
    redis.signal('SIGCONT')
    const third = await setup.schedule('A', 100, 1000)
    await setup.waitForDeliveries('delivered', first.length + second.length + third.length)
    const times = timesReceived(setup)
    expect([times.size, Math.max(...times.values())]).toEqual([300, 1])
  })
})
