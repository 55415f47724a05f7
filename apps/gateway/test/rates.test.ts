import { openDatabase } from '@quartermaster/db'
import { databaseForTest, eventually, redisUrl, startNetworkProxy } from '@quartermaster/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRateCounter } from '../src/limits/rate-counter.ts'
import { NothingAdded, type RateStore } from '../src/limits/rate-store.ts'
import { databaseRateStore } from '../src/queries/rate-counts.ts'
import { sampleTools } from './sample-tools.ts'
import { startGateway } from './start-gateway.ts'

const NOON = () => new Date('2030-01-01T12:00:20Z')
const repetitions = { failures: 0, writes: 0, reads: 0 }

test('responses say how much of each limit is left', async () => {
  const { groups } = sampleTools()
  const config = { rateLimit: 5, toolRateLimit: 2, workspaceRateLimit: 100, repetitions }
  const { as } = await startGateway({ groups, families: [], config, clock: NOON })
  const first = await as('A').call('text')
  expect(first.headers.get('ratelimit-policy')).toBe(
    '"tool";q=2;w=60, "agent";q=5;w=60, "workspace";q=100;w=60',
  )
  expect(first.headers.get('ratelimit')).toBe(
    '"tool";r=1;t=40, "agent";r=4;t=40, "workspace";r=99;t=40',
  )
  await as('A').call('text')
  const over = await as('A').call('text')
  expect(over.status).toBe(429)
  expect(over.body.error).toContain('This agent may call this tool 2 times a minute')
  expect(over.headers.get('retry-after')).toBe('40')
  expect((await as('A').call('falsy')).status).not.toBe(429)
  expect((await as('B').call('text')).status).toBe(200)
})

test('gateways count together', async () => {
  const { url } = await databaseForTest()
  const database = openDatabase({ url, maxConnections: 2 })
  onTestFinished(() => database.close())
  const store = databaseRateStore(database.db)
  const [one, two] = [createRateCounter(store, NOON), createRateCounter(store, NOON)]
  for (let i = 0; i < 3; i++) one?.take('agent', 5)
  two?.take('agent', 5)
  await one?.share()
  await two?.share()
  await one?.share()
  expect(two?.take('agent', 5)).toMatchObject({ isOver: false, remaining: 0 })
  expect(two?.take('agent', 5).isOver).toBe(true)
  one?.take('agent', 6)
  await one?.share()
  expect(one?.take('agent', 5).isOver).toBe(true)
})

test('calls that a store did not add are added later, and lost ones never raise the own limit', async () => {
  const sums = new Map<string, number>()
  let failure: Error | undefined
  const store: RateStore = {
    async add(_minute, counts) {
      if (failure !== undefined) throw failure
      return counts.map(({ name, calls }) => {
        sums.set(name, (sums.get(name) ?? 0) + calls)
        return { name, calls: sums.get(name) ?? 0 }
      })
    },
    forgetBefore: async () => {},
    close: async () => {},
  }
  const counter = createRateCounter(store, NOON)
  counter.take('agent', 9)
  failure = new NothingAdded('away')
  await expect(counter.share()).rejects.toThrow('away')
  counter.take('agent', 9)
  failure = undefined
  await counter.share()
  expect(sums.get('agent')).toBe(2)

  counter.take('agent', 9)
  failure = new Error('no answer')
  await expect(counter.share()).rejects.toThrow('no answer')
  failure = undefined
  sums.clear()
  counter.take('agent', 9)
  await counter.share()
  expect(sums.get('agent')).toBe(1)
  expect(counter.take('agent', 9).remaining).toBe(4)
})

/** Two gateways on one database, the first with a Redis of its own address. */
async function startTwo(firstRedis: string, secondRedis = firstRedis) {
  const { groups } = sampleTools()
  const log: string[] = []
  const options = { groups, families: [], clock: NOON }
  const limits = { rateLimit: 10_000, repetitions }
  const one = await startGateway({ ...options, config: { ...limits, redisUrl: firstRedis }, log })
  const two = await startGateway({
    ...options,
    config: { ...limits, redisUrl: secondRedis },
    databaseUrl: one.databaseUrl,
  })
  const calls = { one: 0, two: 0 }
  const call = async (name: 'one' | 'two') => {
    const { status, headers } = await { one, two }[name].as('A').call('text')
    expect(status).toBe(200)
    calls[name]++
    return 10_000 - Number(headers.get('x-ratelimit-remaining'))
  }
  /** Calls the second gateway until it knows the calls of the first. */
  const sharing = () =>
    eventually(async () => expect(await call('two')).toBe(calls.one + calls.two))
  const warnings = () => log.filter((line) => line.includes('failed to share'))
  return { one, two, calls, call, sharing, warnings }
}

test('gateways with a Redis count together in it, and write nothing to the database', async () => {
  const { one, call, sharing } = await startTwo(await redisUrl())
  for (let i = 0; i < 10; i++) await call('one')
  await sharing()
  const { db } = one.services.database
  expect(await db.selectFrom('rate_counts').selectAll().execute()).toEqual([])

  // An installation of its own has counts of its own in the same Redis.
  const other = await startTwo(await redisUrl())
  await other.call('one')
  await other.sharing()
})

test('without Redis, calls are counted in each gateway, with one warning, until it is back', async () => {
  const proxy = await startNetworkProxy(await redisUrl())
  onTestFinished(() => proxy.stop())
  const { one, call, sharing, warnings } = await startTwo(proxy.url, await redisUrl())
  await call('one')
  await sharing()

  await proxy.cut()
  const add = vi.spyOn(one.services.rateStore, 'add')
  const before = await call('one')
  await eventually(async () => {
    await call('one')
    expect(add.mock.calls.length).toBeGreaterThan(2)
  })
  expect(await call('one')).toBeGreaterThan(before)
  expect(warnings()).toHaveLength(1)

  await proxy.restore()
  await eventually(async () => {
    await call('one')
    expect(add.mock.settledResults.at(-1)?.type).toBe('fulfilled')
  })
  await sharing()
  expect(warnings()).toHaveLength(1)
})

test('a Redis that is silent delays neither calls nor the shutdown, and is connected to again', async () => {
  const proxy = await startNetworkProxy(await redisUrl())
  onTestFinished(() => proxy.stop())
  const { one, call, sharing, warnings } = await startTwo(proxy.url, await redisUrl())
  await call('one')
  await sharing()
  proxy.stall()
  await eventually(async () => {
    await call('one')
    expect(warnings()).toHaveLength(1)
  })
  proxy.recover()
  const add = vi.spyOn(one.services.rateStore, 'add')
  await eventually(async () => {
    await call('one')
    expect(add.mock.settledResults.at(-1)?.type).toBe('fulfilled')
  })
  proxy.stall()
  await call('one')
  await eventually(() => expect(add.mock.settledResults.at(-1)?.type).not.toBe('fulfilled'))
  // The gateway closes when the test ends, while Redis is silent.
})

test('a model that repeats the same failing call is told to stop, and other calls work', async () => {
  const { groups } = sampleTools()
  const config = { repetitions: { failures: 3, writes: 0, reads: 0 } }
  const { as } = await startGateway({ groups, families: [], config })
  for (let i = 0; i < 3; i++) expect((await as('A').call('text', { wrong: 1 })).status).toBe(400)
  const stopped = await as('A').call('text', { wrong: 1 })
  expect(stopped.status).toBe(429)
  expect(stopped.body.error).toMatch(/The same call of 'text' has failed 3 times in a row: .*wrong/)
  expect(stopped.body.suggestion).toContain('change its arguments')
  // Programs repeat retryable calls by themselves.
  expect(stopped.body.retryable).toBe(false)
  expect(stopped.headers.get('retry-after')).toBeNull()
  expect((await as('A').call('text')).status).toBe(200)
  expect((await as('A').call('text', { wrong: 1 })).status).toBe(400)
})

test('the same write in a row is refused, polling and writes with an idempotency key are not', async () => {
  const config = { repetitions: { failures: 3, writes: 4, reads: 0 } }
  const { as, request } = await startGateway({ config })
  for (let i = 0; i < 20; i++) expect((await as('A').call('read_inbox')).status).toBe(200)
  const body = { key: 'k', value: '1' }
  for (let i = 0; i < 4; i++) expect((await as('A').call('push_context', body)).status).toBe(200)
  expect((await as('A').call('push_context', body)).status).toBe(429)
  expect((await as('A').call('push_context', { ...body, value: '2' })).status).toBe(200)
  for (let i = 0; i < 8; i++) {
    const headers = { 'x-agent': 'A', 'idempotency-key': 'same' }
    const repeated = await request('POST', '/v1/tools/push_context', { body, headers })
    expect(repeated.status).toBe(200)
  }
})
