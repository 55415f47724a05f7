import { clearTrouble, listDeliveries, listTroubles } from '@quartermaster/delivery'
import {
  type FreshDatabase,
  freshDatabase,
  silentLog,
  startWebhookReceiver,
} from '@quartermaster/testing'
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

/** Schedules a prompt for an agent and advances the clock past its slot. */
async function due({ as, clock }: TestWorkspace, agent_id: string, more = {}): Promise<number> {
  const input = { agent_id, prompt: 'Hello', every: '1h', ...more }
  const { id } = await as('A').call('promptyoself_schedule_every', input)
  clock.advance(3601)
  return id
}
const execute = async ({ as }: TestWorkspace): Promise<Answer[]> =>
  (await as('A').call('promptyoself_execute')).executed
const deliveries = ({ db, workspaceId }: TestWorkspace) =>
  listDeliveries(db, workspaceId, { limit: 100 }).then(({ rows }) => rows)
const latest = async (workspace: TestWorkspace) => {
  const [row] = await deliveries(workspace)
  return getDelivery(workspace.db, workspace.workspaceId, row?.id ?? '')
}

const untilNextAttempt = async (workspace: TestWorkspace) => {
  workspace.clock.now = new Date((await latest(workspace)).next_attempt_at ?? '')
}

describe('a webhook that fails', () => {
  test('is retried with growing waits under the same id, and Retry-After is respected', async () => {
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
    // Retry-After is respected up to an hour.
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

  test('on every attempt shows as failed, and can be resent', async () => {
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
    // The schedule advances to its next slot.
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

  test('does not use up its attempts when it is executed by hand', async () => {
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
})

test('a schedule for an agent with unusable settings is refused', async () => {
  const workspace = await open()
  await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook' } })
  const input = { agent_id: 'Hook', prompt: 'x', every: '1h' }
  const error = await workspace.as('A').fail('promptyoself_schedule_every', input)
  expect(error.message).toMatch(/^Agent validation failed: deliver_to .*url/)
})

describe('a recipient that fails ten times in a row', () => {
  test('is switched off; a success switches it on', async () => {
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

    // Without `forced` nothing is attempted before the probe.
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

  /** A switched-off agent with two waiting prompts, one of them never attempted. */
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
      db,
      clock: () => clock.now,
      log: silentLog,
      keepDays: 30,
      onWaiting: async () => {},
    })
    await sweep()
    server.received.length = 0
    server.answer((_received, response) => response.end())
    /** Sends what a worker would send now, and counts it. */
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

  test('gets everything that waits when it is switched on by hand', async () => {
    const { workspace, work } = await switchedOff()
    const { db, workspaceId, clock } = workspace
    expect(await clearTrouble(db, workspaceId, 'Hook', clock.now)).toBe(true)
    expect(await work()).toBe(2)
  })

  test('starts fresh when the agent gets another target', async () => {
    const { workspace, server, work } = await switchedOff()
    const settings = JSON.stringify({ kind: 'webhook', url: `${server.url}/new` })
    await workspace.pool.query('update agents set deliver_to = $1 where workspace_id = $2', [
      settings,
      workspace.workspaceId,
    ])
    expect(await listTroubles(workspace.db, workspace.workspaceId)).toEqual([])
    expect(await work()).toBe(2)
  })

  test('is probed by a resent delivery, and then gets the rest', async () => {
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

  test('is shown in deliveries, schedules, replies and troubles', async () => {
    const { workspace } = await switchedOff()
    const problem =
      /The target is switched off since 2030-\S+\+00:00, because it failed 10 times in a row: The webhook answered with status 500/
    const [untried] = await deliveries(workspace)
    const { state, error } = await getDelivery(
      workspace.db,
      workspace.workspaceId,
      untried?.id ?? '',
    )
    expect([state, error]).toEqual(['pending', expect.stringMatching(problem)])
    const { schedules } = await workspace.as('A').call('promptyoself_list', { agent_id: 'Hook' })
    expect(schedules[0]).toMatchObject({
      state: 'switched_off',
      problem: expect.stringMatching(problem),
    })
    const { message } = await workspace
      .as('A')
      .call('promptyoself_schedule_every', { agent_id: 'Hook', prompt: 'x', every: '5m' })
    expect(message).toMatch(problem)
    expect(await presentTroubles(workspace.db, workspace.workspaceId)).toMatchObject([
      { agent_id: 'Hook', off_since: expect.stringMatching(/\+00:00$/) },
    ])
  })
})
