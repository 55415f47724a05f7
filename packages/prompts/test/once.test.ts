import { eventually, startWebhookReceiver } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changeSchedule, pauseSchedule, resumeSchedule } from '../src/index.ts'
import { repairSchedules } from '../src/queries/schedules.ts'
import { runDue } from '../src/worker/run-due.ts'
import { BACKENDS, openTestWorkspace, type TestWorkspace } from './test-workspace.ts'

// Every slot is delivered once, however many processes deliver.

const LIMITS = { aheadMs: 0, limit: 100, catchUpPerSecond: 1_000_000 }

test('twenty schedulers turn a thousand due schedules into a thousand deliveries', async () => {
  const workspace = await openTestWorkspace()
  const { as, clock, db } = workspace
  for (let n = 0; n < 1000; n++) {
    await as('Me').call('promptyoself_schedule_every', { prompt: `${n}`, every: '1h' })
  }
  clock.advance(3601)
  const run = async () => {
    const ids: number[] = []
    for (;;) {
      const fired = await runDue(db, { ...LIMITS, now: clock.now })
      if (fired.length === 0) return ids
      ids.push(...fired.map(({ delivery }) => delivery.scheduleId))
    }
  }
  const taken = (await Promise.all(Array.from({ length: 20 }, run))).flat()
  // A scheduler that finds every row locked stops, so one more run takes the rest.
  taken.push(...(await run()))
  expect(taken).toHaveLength(1000)
  expect(new Set(taken).size).toBe(1000)
  expect(await workspace.count('deliveries')).toBe(1000)
})

test('concurrent executes share the work', async () => {
  const workspace = await openTestWorkspace({ letta: ['agent-1'] })
  const { as, clock, letta } = workspace
  for (let n = 0; n < 50; n++) {
    await as('A').call('promptyoself_schedule_every', {
      agent_id: 'agent-1',
      prompt: `${n}`,
      every: '1h',
    })
  }
  clock.advance(3601)
  const answers = await Promise.all([1, 2, 3].map(() => as('A').call('promptyoself_execute')))
  expect(answers.flatMap(({ executed }) => executed)).toHaveLength(50)
  expect(new Set(letta.messages.map(({ text }) => text)).size).toBe(50)
  expect(letta.messages).toHaveLength(50)
})

test('a prompt is not sent if it is cancelled before, and counts as sent if it is cancelled during the attempt', async () => {
  const workspace = await openTestWorkspace()
  const { as, clock, createAgent } = workspace
  const server = await startWebhookReceiver()
  onTestFinished(() => server.stop())
  await createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
  const make = () =>
    as('A').call('promptyoself_schedule_every', { agent_id: 'Hook', prompt: 'x', every: '1h' })
  const { id } = await make()
  clock.advance(3601)
  const held = Promise.withResolvers<() => void>()
  server.answer((_received, response) => held.resolve(() => response.end()))
  const executing = as('A').call('promptyoself_execute')
  const answer = await held.promise
  await as('A').call('promptyoself_cancel', { schedule_id: id })
  answer()
  expect((await executing).executed).toMatchObject([
    { id, delivered: true, next_run: null, repetition_count: 1 },
  ])

  // Cancels race with executes: a prompt that was cancelled first never arrives.
  server.answer((_received, response) => response.end())
  server.received.length = 0
  const ids: number[] = []
  for (let n = 0; n < 40; n++) ids.push((await make()).id)
  clock.advance(3601)
  const [executed, ...cancelled] = await Promise.all([
    as('A').call('promptyoself_execute'),
    ...ids.map((schedule_id) => as('A').call('promptyoself_cancel', { schedule_id })),
  ])
  expect(cancelled).toHaveLength(40)
  const states = await workspace.db.selectFrom('deliveries').select(['id', 'state']).execute()
  const arrived = new Set(server.received.map((received) => received.id))
  for (const { id: delivery, state } of states) {
    if (state === 'cancelled') expect(arrived.has(delivery)).toBe(false)
  }
  expect(server.received).toHaveLength(executed.executed.length)
})

describe('a clock that is set', () => {
  test('back: delivered slots are not delivered again', async () => {
    const { as, clock, letta } = await openTestWorkspace({ letta: ['agent-1'] })
    await as('A').call('promptyoself_schedule_every', {
      agent_id: 'agent-1',
      prompt: 'x',
      every: '10m',
    })
    clock.advance(1201)
    await as('A').call('promptyoself_execute')
    clock.advance(-3600)
    for (let minute = 0; minute < 65; minute++) {
      clock.advance(60)
      await as('A').call('promptyoself_execute')
    }
    // Nothing is due until its next slot at 00:30.
    expect(letta.messages).toHaveLength(1)
    clock.advance(300)
    await as('A').call('promptyoself_execute')
    expect(letta.messages).toHaveLength(2)
  })

  test('ahead: the skipped slots are delivered once', async () => {
    const { as, clock, letta } = await openTestWorkspace({ letta: ['agent-1'] })
    await as('A').call('promptyoself_schedule_every', {
      agent_id: 'agent-1',
      prompt: 'x',
      every: '10m',
    })
    clock.advance(365 * 24 * 3600)
    await as('A').call('promptyoself_execute')
    await as('A').call('promptyoself_execute')
    expect(letta.messages).toHaveLength(1)
  })

  test.each(BACKENDS)(
    'back and ahead under a running worker on %s: no duplicates',
    async (backend) => {
      let shift = 0
      const workspace = await openTestWorkspace({
        backend,
        letta: ['agent-1'],
        clock: () => new Date(Date.now() + shift),
      })
      await workspace.prompts.startWorker()
      await workspace
        .as('A')
        .call('promptyoself_schedule_every', { agent_id: 'agent-1', prompt: 'x', every: '1s' })
      for (const next of [3_600_000, -3_600_000, 0, 86_400_000, 0]) {
        const before = workspace.letta.messages.length
        shift = next
        if (next > 0)
          await eventually(() => expect(workspace.letta.messages.length).toBeGreaterThan(before))
      }
      const rows = await workspace.db.selectFrom('deliveries').select('due_at').execute()
      expect(new Set(rows.map(({ due_at }) => due_at.toISOString())).size).toBe(rows.length)
      expect(new Set(workspace.letta.messages.map(({ otid }) => otid)).size).toBe(
        workspace.letta.messages.length,
      )
    },
  )
})

describe.each(BACKENDS)('on %s, a target', (backend) => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
  /** Moves the schedules of an agent to a common slot, however long it took to create them. */
  const moveSlots = ({ pool }: TestWorkspace, agent: string, secondsFromNow: number) =>
    pool.query(
      `update schedules set first_run = slot, next_run = slot, due_at = slot
       from (select now() + make_interval(secs => $2) as slot) s where agent_id = $1`,
      [agent, secondsFromNow],
    )
  const countAttempts = async ({ pool }: TestWorkspace, agent: string): Promise<number> => {
    const { rows } = await pool.query(
      'select 1 from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.agent_id = $1',
      [agent],
    )
    return rows.length
  }

  test('that hangs, floods or refuses does not delay others', async () => {
    const workspace = await openTestWorkspace({ backend, clock: () => new Date() })
    const good = await startWebhookReceiver()
    const bad = await startWebhookReceiver()
    onTestFinished(async () => {
      await good.stop()
      await bad.stop()
    })
    bad.answer(({ path }, response) => {
      if (path === '/hang') return
      const pour = () => {
        while (response.write('x'.repeat(65_536))) {}
        response.once('drain', pour)
      }
      pour()
    })
    await workspace.createAgent('Good', { deliver_to: { kind: 'webhook', url: good.url } })
    await workspace.createAgent('Hangs', {
      deliver_to: { kind: 'webhook', url: `${bad.url}/hang` },
    })
    await workspace.createAgent('Floods', {
      deliver_to: { kind: 'webhook', url: `${bad.url}/pour` },
    })
    await workspace.createAgent('Refuses', {
      deliver_to: { kind: 'webhook', url: 'http://127.0.0.1:1/' },
    })
    await workspace.prompts.startWorker()
    const failing = ['Hangs', 'Floods', 'Refuses']
    const time = inAnHour()
    for (let n = 0; n < 300; n++) {
      const agent_id = n % 6 === 0 ? 'Good' : (failing[n % 3] as string)
      await workspace.as('A').call('promptyoself_schedule_time', { agent_id, prompt: `${n}`, time })
    }
    for (const agent of ['Good', ...failing]) await moveSlots(workspace, agent, 2)
    const memory = process.memoryUsage().rss
    await eventually(() => expect(good.received).toHaveLength(50))
    // The hanging attempts have not ended yet.
    expect(await countAttempts(workspace, 'Hangs')).toBe(0)
    await eventually(() => expect(bad.received.length).toBeGreaterThan(60))
    expect(process.memoryUsage().rss - memory).toBeLessThan(300_000_000)
  })

  test('that fails and hangs does not delay others at the same host', async () => {
    const workspace = await openTestWorkspace({ backend, clock: () => new Date() })
    const server = await startWebhookReceiver()
    onTestFinished(() => server.stop())
    let bad = 0
    server.answer(({ path }, response) => {
      if (path === '/good') response.end()
      else if (bad++ < 2) response.writeHead(500).end()
    })
    for (const path of ['good', 'bad']) {
      await workspace.createAgent(path, {
        deliver_to: { kind: 'webhook', url: `${server.url}/${path}` },
      })
    }
    await workspace.prompts.startWorker()
    const time = inAnHour()
    for (let n = 0; n < 50; n++) {
      const agent_id = n < 30 ? 'bad' : 'good'
      await workspace.as('A').call('promptyoself_schedule_time', { agent_id, prompt: 'x', time })
    }
    await moveSlots(workspace, 'bad', 1)
    await moveSlots(workspace, 'good', 3)
    const good = () => server.received.filter(({ path }) => path === '/good')
    await eventually(() => expect(good()).toHaveLength(20))
    // Two attempts have failed, and the hanging ones have not ended yet.
    expect(await countAttempts(workspace, 'bad')).toBeLessThanOrEqual(2)
  })
})

describe('a schedule whose prompt is being sent', () => {
  async function sending() {
    const workspace = await openTestWorkspace()
    const server = await startWebhookReceiver()
    onTestFinished(() => server.stop())
    await workspace.createAgent('Hook', { deliver_to: { kind: 'webhook', url: server.url } })
    const input = { agent_id: 'Hook', prompt: 'x', every: '1h' }
    const { id } = await workspace.as('A').call('promptyoself_schedule_every', input)
    workspace.clock.advance(3601)
    const held = Promise.withResolvers<(status: number) => void>()
    server.answer((_received, response) =>
      held.resolve((status) => response.writeHead(status).end()),
    )
    const executing = workspace.as('A').call('promptyoself_execute')
    const answer = await held.promise
    server.answer((_received, response) => response.end())
    const states = async () =>
      (await workspace.db.selectFrom('deliveries').select('state').execute()).map(
        ({ state }) => state,
      )
    const { db, clock, callerFor } = workspace
    const where = { db, caller: callerFor('A'), now: clock.now }
    return { workspace, server, id, executing, answer, states, where }
  }

  test('and fails is not retried if it was cancelled', async () => {
    const { workspace, server, id, executing, answer, states } = await sending()
    await workspace.as('A').call('promptyoself_cancel', { schedule_id: id })
    answer(500)
    await executing
    expect(await states()).toEqual(['cancelled'])
    workspace.clock.advance(7200)
    expect((await workspace.as('A').call('promptyoself_execute')).executed).toEqual([])
    expect(server.received).toHaveLength(1)
  })

  test('and fails is held if it was paused', async () => {
    const { workspace, id, executing, answer, states, where } = await sending()
    await pauseSchedule(where, id)
    answer(500)
    await executing
    expect(await states()).toEqual(['held'])
    expect((await workspace.as('A').call('promptyoself_execute')).executed).toEqual([])
    await resumeSchedule(where, id)
    expect((await workspace.as('A').call('promptyoself_execute')).executed).toMatchObject([
      { delivered: true },
    ])
  })

  test.each([200, 500])(
    'with status %i continues at its new time if it was changed',
    async (status) => {
      const { workspace, id, executing, answer, where } = await sending()
      await changeSchedule(where, id, { every: '10m' })
      answer(status)
      await executing
      const { schedules } = await workspace.as('A').call('promptyoself_list')
      expect(schedules).toMatchObject([{ next_run: '2030-01-01T01:10:01+00:00', state: 'active' }])
      workspace.clock.advance(600)
      expect((await workspace.as('A').call('promptyoself_execute')).executed).toMatchObject([
        { delivered: true },
      ])
    },
  )
})

test('a schedule that waits for a missing delivery is repaired', async () => {
  const workspace = await openTestWorkspace()
  await workspace.as('Me').call('promptyoself_schedule_every', { prompt: 'x', every: '1h' })
  workspace.clock.advance(3601)
  await runDue(workspace.db, { ...LIMITS, now: workspace.clock.now })
  expect(await repairSchedules(workspace.db, 10)).toBe(0)
  await workspace.pool.query('delete from deliveries')
  expect(await repairSchedules(workspace.db, 10)).toBe(1)
  expect((await workspace.as('Me').call('promptyoself_execute')).executed).toMatchObject([
    { delivered: true },
  ])
})

test('after an outage late schedules are handled at a limited rate', async () => {
  const workspace = await openTestWorkspace()
  for (let n = 0; n < 30; n++) {
    await workspace.as('Me').call('promptyoself_schedule_every', { prompt: `${n}`, every: '1h' })
  }
  workspace.clock.advance(7200)
  const limits = { aheadMs: 0, limit: 100, catchUpPerSecond: 10 }
  const counts = []
  for (let second = 0; second < 4; second++) {
    const taken = await Promise.all(
      [1, 2].map(() => runDue(workspace.db, { ...limits, now: workspace.clock.now })),
    )
    counts.push(taken.flat().length)
    workspace.clock.advance(1)
  }
  expect(counts).toEqual([10, 10, 10, 0])
})
