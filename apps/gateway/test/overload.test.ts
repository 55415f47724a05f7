import { once } from 'node:events'
import { connect } from 'node:net'
import { makeKey } from '@quartermaster/access'
import { eventually } from '@quartermaster/testing'
import { Input, toolsFor } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import type { ToolServices } from '../src/catalog.ts'
import type { Services } from '../src/services.ts'
import { startGateway } from './start-gateway.ts'

/** Everything that comes back on a connection until the gateway closes it. */
async function answerTo(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const TIMEOUTS = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 }
const HEAD = 'POST /v1/tools/push_context HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\n'

test.each([
  ['headers', `${HEAD}x-slow: `],
  ['body', `${HEAD}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"key":`],
])('a connection that sends its %s too slowly is answered and closed', async (_part, text) => {
  const { url, request } = await startGateway({ timeouts: TIMEOUTS })
  expect(await answerTo(url, text)).toMatch(/^HTTP\/1\.1 (408|401) /)
  expect((await request('GET', '/healthz', { key: null })).status).toBe(200)
})

test('callers with a valid key that stop in the middle of a body get 408, and others are answered meanwhile', async () => {
  // Long enough for a call on a busy machine.
  const timeouts = { ...TIMEOUTS, headersTimeout: 4000, requestTimeout: 4000 }
  const { url, request, as } = await startGateway({ timeouts })
  await request('POST', '/v1/agents', { body: { name: 'Ann' } })
  const { body } = await request('POST', '/v1/agents/Ann/keys')
  const text = `${HEAD.replace('x-api-key: k', `x-api-key: ${body.key}`)}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"key":`
  let closed = 0
  const slow = Array.from({ length: 50 }, () => answerTo(url, text).finally(() => closed++))
  expect((await as('Bob').call('push_context', { key: 'k', value: 1 })).status).toBe(200)
  expect(closed).toBe(0)
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('an address that guesses keys is slowed down, and valid keys from there still work', async () => {
  const { request, services } = await startGateway()
  // Verified keys are remembered while changes of keys would be noticed.
  await eventually(() => expect(services.keyring.isListening()).toBe(true))
  // The notification of a new key ends the memory of it, so the test waits until it has arrived.
  const wakeups = services.eventWakeups.subscribe()
  const create = async (path: string, body: object) => {
    const notified = wakeups.next(new AbortController().signal)
    const answer = await request('POST', path, { body })
    await notified
    return answer
  }
  await create('/v1/agents', { name: 'Ann' })
  const { body } = await create('/v1/agents/Ann/keys', {})
  const ask = (key: string) => request('GET', '/v1/whoami', { key })
  expect((await ask(body.key)).status).toBe(200)

  const statuses: number[] = []
  // The count begins again with each minute, which may end in between.
  for (let i = 0; i < 1300 && !statuses.includes(429); i += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(makeKey().key)))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(550)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  const refused = await ask(makeKey().key)
  expect(refused.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(body.key)).status).toBe(200)
  expect((await request('GET', '/v1/agents')).status).toBe(200)
  expect((await ask('qm_mistyped')).status).toBe(401)
})

const tool = toolsFor<ToolServices>()
const Anything = Type.Unsafe<unknown>({ description: 'Any value.' })

/** Two tools: `wait` runs until the test lets it end, `work` keeps a database connection busy for a moment. */
function tools() {
  const gate = Promise.withResolvers<void>()
  const running = { count: 0, pool: undefined as Services['database']['pool'] | undefined }
  const wait = tool({
    name: 'wait',
    description: 'Waits.',
    effect: 'read',
    timeoutSeconds: 120,
    input: Input({}),
    output: Anything,
    async handler() {
      running.count++
      await gate.promise
      return 'done'
    },
  })
  const work = tool({
    name: 'work',
    description: 'Works.',
    effect: 'read',
    timeoutSeconds: 120,
    input: Input({}),
    output: Anything,
    handler: async () => void (await running.pool?.query('select pg_sleep(0.05)')),
  })
  const groups = [{ name: 'samples', title: 'Samples', tools: [wait, work] }]
  return { groups, running, release: () => gate.resolve() }
}

test('more requests than a process handles at a time get 503 with Retry-After, and others go on', async () => {
  const { groups, running, release } = tools()
  const log: string[] = []
  const config = { maxInFlight: 5 }
  const { as, request } = await startGateway({ groups, families: [], config, log })
  const waiting = Array.from({ length: 5 }, () => as('A').call('wait'))
  await expect.poll(() => running.count).toBe(5)
  const refused = await as('A').call('work')
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ code: 'unavailable', retryable: true })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // One warning for all of them: a line with a stack for each would cost more than their answers.
  const lines = log.map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(lines.filter(({ msg }) => msg.startsWith('requests are refused'))).toHaveLength(1)
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  expect((await request('GET', '/healthz', { key: null })).status).toBe(200)
  expect((await request('GET', '/readyz', { key: null })).status).toBe(200)
  release()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  await expect.poll(async () => (await as('A').call('work')).status).toBe(200)
})

/** How long the successful calls of many simultaneous ones took, in the median. */
async function burst(maxInFlight: number): Promise<{ median: number; refused: number }> {
  const { groups, running } = tools()
  const { as, services } = await startGateway({ groups, families: [], config: { maxInFlight } })
  running.pool = services.database.pool
  const calls = Array.from({ length: 400 }, async (_, n) => {
    const begun = performance.now()
    const { status } = await as(`Agent ${n}`).call('work')
    return { status, took: performance.now() - begun }
  })
  const answers = await Promise.all(calls)
  const times = answers.filter(({ status }) => status === 200).map(({ took }) => took)
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
  return { median, refused: answers.filter(({ status }) => status === 503).length }
}

test('calls that are accepted are faster when those beyond the limit are refused', async () => {
  const [limited, unlimited] = [await burst(20), await burst(10_000)]
  expect(limited.refused).toBeGreaterThan(0)
  expect(unlimited.refused).toBe(0)
  expect(limited.median / unlimited.median).toBeLessThan(0.9)
})
