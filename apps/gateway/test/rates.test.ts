import { openDatabase } from '@quartermaster/db'
import { databaseForTest } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createRateCounter } from '../src/limits/rate-counter.ts'
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
  const [one, two] = [createRateCounter(database.db, NOON), createRateCounter(database.db, NOON)]
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

test('a model that repeats the same failing call is told to stop, and other calls work', async () => {
  const { groups } = sampleTools()
  const config = { repetitions: { failures: 3, writes: 0, reads: 0 } }
  const { as } = await startGateway({ groups, families: [], config })
  for (let i = 0; i < 3; i++) expect((await as('A').call('text', { wrong: 1 })).status).toBe(400)
  const stopped = await as('A').call('text', { wrong: 1 })
  expect(stopped.status).toBe(429)
  expect(stopped.body.error).toMatch(/The same call of 'text' has failed 3 times in a row: .*wrong/)
  expect(stopped.body.suggestion).toContain('change its arguments')
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
