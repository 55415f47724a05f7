import { clearTrouble, listDeliveries, listTroubles } from '@quartermaster/delivery'
import {
  type FreshDatabase,
  freshDatabase,
  silentLog,
  startOpenAi,
  startSubconscious,
  startWebhookReceiver,
} from '@quartermaster/testing'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeSweep } from '../../delivery/src/dispatch/sweep.ts'
import { getDelivery, presentTroubles, resend } from '../src/index.ts'
import { runDue } from '../src/worker/run-due.ts'
import { type Answer, openTestWorkspace, type TestWorkspace } from './test-workspace.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const open = (options: Parameters<typeof openTestWorkspace>[0] = {}) =>
  openTestWorkspace({ database, ...options })

async function receiver() {
  const server = await startWebhookReceiver()
  onTestFinished(() => server.stop())
  return server
}

/** Schedules a prompt for an agent and lets its time come. */
async function due({ as, clock }: TestWorkspace, agent_id: string, more = {}): Promise<number> {
  const input = { agent_id, prompt: 'Hello', every: '1h', ...more }
  const { id } = await as('A').call('promptyoself_schedule_every', input)
  clock.advance(3601)
  return id
}
const execute = async ({ as }: TestWorkspace): Promise<Answer[]> =>
  (await as('A').call('promptyoself_execute')).executed
const deliveries = ({ db, workspaceId }: TestWorkspace) =>
  listDeliveries(db, workspaceId, { limit: 100 })
const latest = async (workspace: TestWorkspace) => {
  const [row] = await deliveries(workspace)
  return getDelivery(workspace.db, workspace.workspaceId, row?.id ?? '')
}

const untilNextAttempt = async (workspace: TestWorkspace) => {
  workspace.clock.now = new Date((await latest(workspace)).next_attempt_at ?? '')
}

const SECRETS = [
  `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  Buffer.alloc(24, 2).toString('base64'),
]

describe('a webhook', () => {
  test('is signed per Standard Webhooks, with every key while they are rotated', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', {
      deliver_to: {
        kind: 'webhook',
        url: `${server.url}/in?a=b`,
        secrets: SECRETS,
        headers: { 'x-team': 'red' },
      },
    })
    const scheduleId = await due(workspace, 'Hook')
    await execute(workspace)
    const [got] = server.received
    expect(got).toMatchObject({
      method: 'POST',
      path: '/in',
      headers: { 'x-team': 'red', 'content-type': 'application/json' },
    })
    const { id } = await latest(workspace)
    expect(JSON.parse(got?.body ?? '')).toEqual({
      type: 'prompt.due',
      timestamp: '2030-01-01T01:00:00.000Z',
      data: { delivery_id: id, schedule_id: scheduleId, agent_id: 'Hook', prompt: 'Hello' },
    })
    const signatures = got?.headers['webhook-signature']?.split(' ') ?? []
    expect(signatures).toHaveLength(2)
    for (const [index, secret] of SECRETS.entries()) {
      const at = new Date(Number(got?.headers['webhook-timestamp']) * 1000)
      expect(at).toEqual(workspace.clock.now)
      expect(new Webhook(secret).sign(got?.headers['webhook-id'] ?? '', at, got?.body ?? '')).toBe(
        signatures[index],
      )
    }
  })

  test('that fails is tried again with growing waits, under the same id, as long as it is asked to wait', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    await due(workspace, 'Hook')
    server.answer((_received, response) =>
      response.writeHead(503, { 'retry-after': '7200' }).end('secret text'),
    )
    expect(await execute(workspace)).toMatchObject([
      { delivered: false, error: 'The webhook answered with status 503' },
    ])
    // No more than an hour of it is granted.
    expect((await latest(workspace)).next_attempt_at).toBe('2030-01-01T02:00:01+00:00')

    server.answer((_received, response) => response.writeHead(500).end())
    const waits = []
    for (let attempt = 2; attempt <= 5; attempt++) {
      await untilNextAttempt(workspace)
      await execute(workspace)
      const { next_attempt_at } = await latest(workspace)
      waits.push((Date.parse(next_attempt_at ?? '') - workspace.clock.now.getTime()) / 1000)
    }
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(20 * 2 ** index * 0.8)
      expect(wait).toBeLessThanOrEqual(20 * 2 ** index * 1.2)
    }
    expect(new Set(server.received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1)
  })

  test('that fails for good shows as failed, and can be sent once more', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    const yearly = { every: '8784h', start_at: '2030-01-01T01:00:00Z' }
    const id = await due(workspace, 'Hook', yearly)
    server.answer((_received, response) => response.writeHead(500).end())
    for (let attempt = 1; attempt <= 12; attempt++) {
      if (attempt > 1) await untilNextAttempt(workspace)
      expect(await execute(workspace)).toHaveLength(1)
    }
    expect(await execute(workspace)).toEqual([])

    const dead = await latest(workspace)
    expect(dead).toMatchObject({
      state: 'failed',
      attempts_made: 12,
      error: 'The webhook answered with status 500',
    })
    expect(dead.attempts.map(({ outcome, status }) => [outcome, status])).toEqual(
      Array(12).fill(['failed', 500]),
    )
    // The schedule goes on with its next slot.
    const { schedules } = await workspace.as('A').call('promptyoself_list')
    expect(schedules).toMatchObject([
      { id, repetition_count: 0, next_run: '2031-01-02T01:00:00+00:00' },
    ])

    server.answer((_received, response) => response.end('{"run_id":"r-7"}'))
    const { db, prompts, workspaceId, clock } = workspace
    await resend(db, prompts, workspaceId, dead.id, clock.now)
    expect(await execute(workspace)).toMatchObject([
      { delivered: true, repetition_count: 1, next_run: '2031-01-02T01:00:00+00:00' },
    ])
    expect(await latest(workspace)).toMatchObject({
      id: dead.id,
      state: 'delivered',
      run_id: 'r-7',
    })
    await expect(resend(db, prompts, workspaceId, dead.id, clock.now)).rejects.toThrow(
      'Only a failed or unconfirmed',
    )
    await expect(resend(db, prompts, workspaceId, 'nonsense', clock.now)).rejects.toThrow(
      'Delivery not found',
    )
  })

  test('whoever executes again and again does not use up its attempts', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    const time = '2030-01-01T00:01:00Z'
    const input = { agent_id: 'Hook', prompt: 'Hello', time }
    await workspace.as('A').call('promptyoself_schedule_time', input)
    workspace.clock.advance(61)
    server.answer((_received, response) => response.writeHead(500).end())
    await execute(workspace)
    const { next_attempt_at: planned } = await latest(workspace)
    for (let n = 0; n < 20; n++) expect(await execute(workspace)).toHaveLength(1)
    const { state, attempts_made } = await latest(workspace)
    expect([state, attempts_made]).toEqual(['pending', 21])
    const { rows } = await workspace.pool.query(
      'select attempt_at, last_attempt - attempts as left from deliveries where workspace_id = $1',
      [workspace.workspaceId],
    )
    expect(rows).toEqual([{ attempt_at: new Date(planned ?? ''), left: 11 }])
  })

  test('that is gone is not tried again', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    await due(workspace, 'Hook')
    server.answer((_received, response) => response.writeHead(410).end())
    await execute(workspace)
    expect(await latest(workspace)).toMatchObject({ state: 'failed', attempts_made: 1 })
  })

  test('at a private address is not called, and the error names the setting', async () => {
    const workspace = await open()
    await workspace.createAgent('Hook', {
      deliver_to: { kind: 'webhook', url: 'http://10.0.0.1/' },
    })
    await due(workspace, 'Hook')
    expect(await execute(workspace)).toMatchObject([
      { delivered: false, error: expect.stringContaining('QM_OUTBOUND_ALLOW') },
    ])
  })

  test('that answers 200 and drips its body for ever has taken the prompt, once', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    await due(workspace, 'Hook')
    server.answer((_received, response) => {
      response.writeHead(200).write('{')
      const drip = setInterval(() => response.write(' '), 500)
      response.once('close', () => clearInterval(drip))
    })
    expect(await execute(workspace)).toMatchObject([{ delivered: true }])
    expect(await latest(workspace)).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 200 }],
    })
    expect(server.received).toHaveLength(1)
  })

  test('that answers 200 and breaks off has taken the prompt', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    await due(workspace, 'Hook')
    server.answer((_received, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 100)
    })
    expect(await execute(workspace)).toMatchObject([{ delivered: true }])
  })

  test('that redirects has not taken the prompt', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    await due(workspace, 'Hook')
    server.answer((_received, response) => response.writeHead(302, { location: server.url }).end())
    expect(await execute(workspace)).toMatchObject([
      { delivered: false, error: 'The webhook answered with status 302' },
    ])
    expect(server.received).toHaveLength(1)
  })

  test.each([
    [{ kind: 'webhook' }, 'url'],
    [{ kind: 'webhook', url: 'ftp://x' }, 'url'],
    [{ kind: 'webhook', url: 'http://x', secret: 'short' }, 'secret'],
    [{ kind: 'openai', base_url: 'http://x' }, 'model'],
    [{ kind: 'pigeon' }, 'kind must be one of'],
    [{ kind: 'inbox', colour: 'red' }, 'colour'],
    [{ kind: 'webhook', url: 'http://me:secret@x/' }, 'url must not contain a user name'],
    [
      { kind: 'webhook', url: 'http://x', headers: { 'a b': 'c' } },
      '"a b" is not a valid header name',
    ],
    [
      { kind: 'webhook', url: 'http://x', headers: { 'x-a': 'b\r\nc' } },
      '"x-a" is not a valid header value',
    ],
    [
      { kind: 'webhook', url: 'http://x', headers: { 'x-a': '日本' } },
      '"x-a" is not a valid header value',
    ],
    [{ kind: 'webhook', url: 'http://x', headers: { 'Content-Length': '3' } }, '"Content-Length"'],
    [{ kind: 'webhook', url: 'http://x', headers: { 'Webhook-Id': 'x' } }, '"Webhook-Id"'],
    [{ kind: 'webhook', url: 'http://x', headers: { 'x-a': '1', 'X-A': '2' } }, 'twice'],
    [
      {
        kind: 'openai',
        base_url: 'http://x',
        model: 'm',
        api_key: 'k',
        headers: { Authorization: 'x' },
      },
      '"Authorization"',
    ],
  ])('cannot be scheduled for with the settings %j', async (deliver_to, words) => {
    const workspace = await open()
    await workspace.createAgent('Hook', { deliver_to })
    const error = await workspace
      .as('A')
      .fail('promptyoself_schedule_every', { agent_id: 'Hook', prompt: 'x', every: '1h' })
    expect(error.message).toMatch(/^Agent validation failed: deliver_to/)
    expect(error.message).toContain(words)
  })
})

test('an OpenAI-compatible endpoint gets the prompt as the user’s message', async () => {
  const workspace = await open()
  const server = await startOpenAi('sk-1')
  onTestFinished(() => server.stop())
  const settings = {
    kind: 'openai',
    base_url: `${server.url}/v1/`,
    model: 'small',
    api_key: 'sk-1',
    system: 'Be brief.',
  }
  await workspace.createAgent('Model', { deliver_to: settings })
  await due(workspace, 'Model')
  expect(await execute(workspace)).toMatchObject([{ delivered: true }])
  const { id, run_id } = await latest(workspace)
  expect(run_id).toBe('chatcmpl-1')
  expect(server.requests[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { 'idempotency-key': id },
  })
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    model: 'small',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
  })
})

test('Subconscious gets a run with the prompt as its instructions', async () => {
  const workspace = await open()
  const server = await startSubconscious('sub-1')
  onTestFinished(() => server.stop())
  const tools = [{ type: 'platform', id: 'fast_search' }]
  await workspace.createAgent('Tim', {
    deliver_to: { kind: 'subconscious', base_url: `${server.url}/v1`, api_key: 'sub-1', tools },
  })
  await due(workspace, 'Tim')
  expect(await execute(workspace)).toMatchObject([{ delivered: true }])
  expect((await latest(workspace)).run_id).toBe('run-1')
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    engine: 'tim-gpt',
    input: { instructions: 'Hello', tools },
  })
})

test('a Letta agent’s run id is the receipt, and the delivery’s id is the message’s', async () => {
  const workspace = await open({ letta: ['agent-1'] })
  await due(workspace, 'agent-1')
  await execute(workspace)
  const { id, run_id, state } = await latest(workspace)
  expect([run_id, state]).toEqual(['run-1', 'delivered'])
  expect(workspace.letta.messages).toMatchObject([{ otid: id }])
})

test('a Letta that refuses the credentials is told in words that help', async () => {
  const workspace = await open({ letta: ['agent-1'] })
  await due(workspace, 'agent-1', { skip_validation: true })
  workspace.letta.fail('agent-1', 401)
  expect(await execute(workspace)).toMatchObject([
    { error: expect.stringContaining('check LETTA_API_KEY') },
  ])
})

test('changed settings hold for the next attempt', async () => {
  const workspace = await open()
  const server = await receiver()
  await workspace.createAgent('Hook', {
    deliver_to: { kind: 'webhook', url: 'http://127.0.0.1:1/' },
  })
  await due(workspace, 'Hook')
  expect(await execute(workspace)).toMatchObject([
    { delivered: false, error: 'The webhook cannot be reached' },
  ])
  const settings = JSON.stringify({ kind: 'webhook', url: server.url })
  await database.pool.query('update agents set deliver_to = $1 where workspace_id = $2', [
    settings,
    workspace.workspaceId,
  ])
  expect(await execute(workspace)).toMatchObject([{ delivered: true }])
})

describe('a recipient that fails again and again', () => {
  test('is switched off and says so; a success switches it on', async () => {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    server.answer((_received, response) => response.writeHead(500).end())
    await due(workspace, 'Hook')
    for (let attempt = 1; attempt <= 10; attempt++) await execute(workspace)
    const [trouble] = await listTroubles(workspace.db, workspace.workspaceId)
    expect(trouble).toMatchObject({
      agent_id: 'Hook',
      failures: 10,
      error: 'The webhook answered with status 500',
      off_since: workspace.clock.now,
    })
    expect(trouble?.probe_at).toEqual(new Date(workspace.clock.now.getTime() + 300_000))

    // By itself nothing is tried before the probe; who asks for it by hand gets it.
    const [row] = await deliveries(workspace)
    workspace.clock.advance(299)
    await database.pool.query('update deliveries set attempt_at = $1 where id = $2', [
      workspace.clock.now,
      row?.id,
    ])
    expect(
      await workspace.prompts.delivery.deliver({ id: row?.id ?? '', forced: false }),
    ).toBeUndefined()
    workspace.clock.advance(2)
    server.answer((_received, response) => response.end())
    expect(
      await workspace.prompts.delivery.deliver({ id: row?.id ?? '', forced: false }),
    ).toMatchObject({ state: 'delivered' })
    expect(await listTroubles(workspace.db, workspace.workspaceId)).toEqual([])
  })

  /** An agent whose target is off, one prompt that was tried and one that was not. */
  async function switchedOff() {
    const workspace = await open()
    const server = await receiver()
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    server.answer((_received, response) => response.writeHead(500).end())
    await due(workspace, 'Hook')
    for (let attempt = 1; attempt <= 10; attempt++) await execute(workspace)
    await due(workspace, 'Hook')
    const { db, pool, clock } = workspace
    await pool.query('update delivery_troubles set probe_at = $1', [
      new Date(clock.now.getTime() + 240_000),
    ])
    await runDue(db, { now: clock.now, aheadMs: 0, limit: 1000, catchUpPerSecond: 1000 })
    const sweep = makeSweep({
      ...{ db, clock: () => clock.now, log: silentLog, keepDays: 30 },
      onWaiting: async () => {},
    })
    await sweep()
    server.received.length = 0
    server.answer((_received, response) => response.end())
    /** What a worker would send now. */
    const work = async () => {
      await sweep()
      for (const { id } of await deliveries(workspace)) {
        await workspace.prompts.delivery.deliver({ id, forced: false })
      }
      return server.received.length
    }
    expect(await work()).toBe(0)
    return { workspace, server, work }
  }

  test('gets all that waits at once when it is switched on by hand', async () => {
    const { workspace, work } = await switchedOff()
    const { db, workspaceId, clock } = workspace
    expect(await clearTrouble(db, workspaceId, 'Hook', clock.now)).toBe(true)
    expect(await work()).toBe(2)
  })

  test('is another one when the agent is given another target', async () => {
    const { workspace, server, work } = await switchedOff()
    const settings = JSON.stringify({ kind: 'webhook', url: `${server.url}/new` })
    await workspace.pool.query('update agents set deliver_to = $1 where workspace_id = $2', [
      settings,
      workspace.workspaceId,
    ])
    expect(await listTroubles(workspace.db, workspace.workspaceId)).toEqual([])
    expect(await work()).toBe(2)
  })

  test('is probed by what is resent or run by hand, and then gets the rest', async () => {
    const { workspace, work, server } = await switchedOff()
    const { db, workspaceId, clock, prompts, pool } = workspace
    const [untried] = await deliveries(workspace)
    await pool.query("update deliveries set state = 'failed', attempts = 12 where id = $1", [
      untried?.id,
    ])
    await resend(db, prompts, workspaceId, untried?.id ?? '', clock.now)
    expect(await work()).toBeGreaterThan(0)
    expect(server.received[0]?.id).toBe(untried?.id)
    expect(await work()).toBe(2)
  })

  test('says so wherever one looks', async () => {
    const { workspace } = await switchedOff()
    const words =
      /The target is switched off since 2030-\S+\+00:00, because it failed 10 times in a row: The webhook answered with status 500/
    const [untried] = await deliveries(workspace)
    const { state, error } = await getDelivery(
      workspace.db,
      workspace.workspaceId,
      untried?.id ?? '',
    )
    expect([state, error]).toEqual(['pending', expect.stringMatching(words)])
    const { schedules } = await workspace.as('A').call('promptyoself_list', { agent_id: 'Hook' })
    expect(schedules[0]).toMatchObject({
      state: 'switched_off',
      problem: expect.stringMatching(words),
    })
    const { message } = await workspace
      .as('A')
      .call('promptyoself_schedule_every', { agent_id: 'Hook', prompt: 'x', every: '5m' })
    expect(message).toMatch(words)
    expect(await presentTroubles(workspace.db, workspace.workspaceId)).toMatchObject([
      { agent_id: 'Hook', off_since: expect.stringMatching(/\+00:00$/) },
    ])
  })
})
