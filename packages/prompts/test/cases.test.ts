import { eventually, type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Answer, BACKENDS, openTestWorkspace } from './test-workspace.ts'

// Each title starts with the id of its case; see docs/cases.md.

const EVERY = { agent_id: 'agent-1', prompt: 'Hello' }
const START = new Date('2030-01-01T00:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

describe.each(BACKENDS)('on %s', (backend) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())
  const open = (options: Parameters<typeof openTestWorkspace>[0] = {}) =>
    openTestWorkspace({ backend, database, letta: ['agent-1', 'agent-2'], ...options })

  test('P01: an interval is seconds, minutes or hours', async () => {
    const { as } = await open()
    for (const [every, seconds] of [
      ['30s', 30],
      ['5m', 300],
      ['1h', 3600],
      ['45', 45],
    ] as const) {
      const answer = await as('A').call('promptyoself_schedule_every', { ...EVERY, every })
      expect(answer.status).toBe('success')
      expect(Number.isInteger(answer.id)).toBe(true)
      expect(answer.message).toContain(String(answer.id))
      expect(new Date(answer.next_run)).toEqual(after(seconds))
    }
  })

  test.each([
    '1d',
    '1.5h',
    '1h30m',
    '5M',
    'm',
    '5ms',
    '1e3',
    '0',
    '0s',
    '-5m',
    '1_000s',
    '+5m',
    '٣s',
    '99999999999h',
  ])(
    'P02–P05: the interval %j is refused, and the error names the accepted forms',
    async (every) => {
      const { as, count } = await open()
      const error = await as('A').fail('promptyoself_schedule_every', { ...EVERY, every })
      expect(error.code).toBe('invalid_input')
      expect(error.message).toContain('"30s", "5m" or "1h"')
      expect(await count()).toBe(0)
    },
  )

  test.each([-1, 0, 'abc', 2.5, true])(
    'P07: max_repetitions %j is refused',
    async (max_repetitions) => {
      const { as, count } = await open()
      const error = await as('A').fail('promptyoself_schedule_every', {
        ...EVERY,
        every: '5m',
        max_repetitions,
      })
      expect(error.message).toContain('max_repetitions')
      expect(await count()).toBe(0)
    },
  )

  test('P08: reaching max_repetitions ends a schedule', async () => {
    const { as, clock } = await open()
    const { id } = await as('A').call('promptyoself_schedule_every', {
      ...EVERY,
      every: '2m',
      max_repetitions: 1,
    })
    clock.advance(121)
    const { executed } = await as('A').call('promptyoself_execute')
    expect(executed).toEqual([
      {
        id,
        agent_id: 'agent-1',
        delivered: true,
        next_run: null,
        repetition_count: 1,
        max_repetitions: 1,
        completed: true,
      },
    ])
    expect((await as('A').call('promptyoself_list')).schedules).toEqual([])
    const { schedules } = await as('A').call('promptyoself_list', { include_cancelled: true })
    expect(schedules).toMatchObject([{ id, active: false }])
  })

  test('P09: one time can be written in three ways', async () => {
    const { as } = await open()
    for (const time of [
      '2030-01-03T09:50:22Z',
      '2030-01-03T09:50:22+00:00',
      '2030-01-03 09:50:22 UTC',
    ]) {
      const { next_run } = await as('A').call('promptyoself_schedule_time', { ...EVERY, time })
      expect(next_run).toBe('2030-01-03T09:50:22+00:00')
    }
  })

  test('P11: an offset is applied', async () => {
    const { as, clock, letta } = await open()
    await as('A').call('promptyoself_schedule_time', {
      ...EVERY,
      time: '2030-01-01T10:00:00+09:00',
    })
    const { schedules } = await as('A').call('promptyoself_list')
    expect(schedules[0].next_run).toBe('2030-01-01T01:00:00+00:00')
    clock.advance(3599)
    expect((await as('A').call('promptyoself_execute')).executed).toEqual([])
    clock.advance(1)
    expect((await as('A').call('promptyoself_execute')).executed).toMatchObject([
      { delivered: true },
    ])
    expect(letta.messages).toMatchObject([{ agentId: 'agent-1', text: 'Hello' }])
  })

  test.each(['2029-12-31T23:59:59Z', '2030-01-01T00:00:00Z'])(
    'P13: %s is not the future',
    async (time) => {
      const { as } = await open()
      const error = await as('A').fail('promptyoself_schedule_time', { ...EVERY, time })
      expect(error.message).toContain('must be in the future')
    },
  )

  test.each(['tomorrow 9am', 'in 2 minutes', 'Friday', '2030', '24:00', '2030-02-30T00:00:00Z'])(
    'P14: the time %j is refused',
    async (time) => {
      const { as, count } = await open()
      const error = await as('A').fail('promptyoself_schedule_time', { ...EVERY, time })
      expect(error.message).toContain('time')
      expect(await count()).toBe(0)
    },
  )

  test('P16: the server’s own zone does not matter', async () => {
    vi.stubEnv('TZ', 'Asia/Kathmandu')
    expect(new Date().getTimezoneOffset()).not.toBe(0)
    try {
      const { as } = await open()
      const { next_run } = await as('A').call('promptyoself_schedule_cron', {
        ...EVERY,
        cron: '0 9 * * *',
      })
      expect(next_run).toBe('2030-01-01T09:00:00+00:00')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test.each([
    ['P17', '0 9 * * MON-FRI', '2030-01-01T09:00:00+00:00'],
    ['P17', '0 9 * * mon,wed', '2030-01-02T09:00:00+00:00'],
    ['P17', '0 9 * JAN *', '2030-01-01T09:00:00+00:00'],
    ['P18', '0 9 * * 0', '2030-01-06T09:00:00+00:00'],
    ['P18', '0 9 * * 7', '2030-01-06T09:00:00+00:00'],
    ['P23', '0 0 29 2 *', '2032-02-29T00:00:00+00:00'],
    ['P24', '  0  9 * * *  ', '2030-01-01T09:00:00+00:00'],
  ])('%s: the next slot of %j is %s', async (_id, cron, next) => {
    const { as } = await open()
    const { next_run } = await as('A').call('promptyoself_schedule_cron', { ...EVERY, cron })
    expect(next_run).toBe(next)
  })

  test.each([
    '60 * * * *',
    '* * * *',
    '*/0 * * * *',
    '@reboot',
    '@daily',
    'bad',
    '',
    '*/10 * * * * *',
    '* * * * * * *',
    '0 0 30 2 *',
  ])('P20, P21: the cron expression %j is refused', async (cron) => {
    const { as, count } = await open()
    const error = await as('A').fail('promptyoself_schedule_cron', { ...EVERY, cron })
    expect(error.message).toMatch(/^Invalid cron expression: /)
    expect(await count()).toBe(0)
  })

  test('P25: start_at is the first slot, and the interval counts from it', async () => {
    const { as, clock } = await open()
    const start_at = '2030-01-01T01:00:00Z'
    const { next_run } = await as('A').call('promptyoself_schedule_every', {
      ...EVERY,
      every: '5m',
      start_at,
    })
    expect(next_run).toBe('2030-01-01T01:00:00+00:00')
    clock.advance(3599)
    expect((await as('A').call('promptyoself_execute')).executed).toEqual([])
    clock.advance(2)
    const { executed } = await as('A').call('promptyoself_execute')
    expect(executed).toMatchObject([{ delivered: true, next_run: '2030-01-01T01:05:00+00:00' }])
  })

  test('P26, P27: a start_at that is past or unreadable is refused', async () => {
    const { as } = await open()
    const input = { ...EVERY, every: '5m' }
    const past = await as('A').fail('promptyoself_schedule_every', {
      ...input,
      start_at: '2029-01-01T00:00:00Z',
    })
    expect(past.message).toBe('Start time must be in the future')
    const garbage = await as('A').fail('promptyoself_schedule_every', {
      ...input,
      start_at: 'garbage',
    })
    expect(garbage.message).toContain('start_at')
  })

  test('P28: without any agent id nothing is scheduled', async () => {
    const { as, count } = await open()
    const error = await as('A').fail('promptyoself_schedule_every', {
      prompt: 'Hello',
      every: '5m',
    })
    expect(error.message).toMatch(/^agent_id is required and could not be inferred/)
    expect(await count()).toBe(0)
  })

  test.each(['null', 'None', '', ' NULL '])(
    'P29: agent_id %j counts as absent',
    async (agent_id) => {
      const { as } = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-2' } } })
      await as('A').call('promptyoself_schedule_every', { ...EVERY, agent_id, every: '5m' })
      const { schedules } = await as('A').call('promptyoself_list')
      expect(schedules).toMatchObject([{ agent_id: 'agent-2' }])
    },
  )

  test('P31: metadata wins over the environment, each in its own order', async () => {
    const agentIds = {
      PROMPTYOSELF_DEFAULT_AGENT_ID: 'e1',
      LETTA_AGENT_ID: 'e2',
      LETTA_DEFAULT_AGENT_ID: 'e3',
    }
    const infer = async (metadata: object, env: object) => {
      const { as } = await open({ settings: { agentIds: env } })
      const agent = as('A', { metadata: metadata as Record<string, unknown> })
      const answer = await agent.call('promptyoself_inference_diagnostics')
      return [answer.inferred_agent_id, answer.inference_debug.source, answer.inference_debug.key]
    }
    const nested = { agent: { id: 'b', agent_id: 'a' } }
    expect(await infer({ agentId: 'm', ...nested }, agentIds)).toEqual(['m', 'metadata', 'agentId'])
    expect(await infer(nested, agentIds)).toEqual(['a', 'metadata', 'agent.agent_id'])
    expect(await infer({ agent: { id: 'b' } }, agentIds)).toEqual(['b', 'metadata', 'agent.id'])
    expect(await infer({}, agentIds)).toEqual(['e1', 'env', 'PROMPTYOSELF_DEFAULT_AGENT_ID'])
    const { LETTA_AGENT_ID, LETTA_DEFAULT_AGENT_ID } = agentIds
    expect(await infer({}, { LETTA_AGENT_ID, LETTA_DEFAULT_AGENT_ID })).toEqual([
      'e2',
      'env',
      'LETTA_AGENT_ID',
    ])
    expect(await infer({}, { LETTA_DEFAULT_AGENT_ID })).toEqual([
      'e3',
      'env',
      'LETTA_DEFAULT_AGENT_ID',
    ])
    expect(await infer({ agentId: 'null' }, agentIds)).toMatchObject([
      'e1',
      'env',
      expect.anything(),
    ])
    expect(await infer({ agentId: 42 }, agentIds)).toEqual([null, 'metadata', 'agentId'])
  })

  test('P32: the single-agent fallback needs exactly one agent on Letta', async () => {
    const infer = async (letta: string[]) => {
      const { as } = await open({ letta, settings: { singleAgentFallback: true } })
      return as('A')
        .call('promptyoself_schedule_every', { prompt: 'Hello', every: '5m' })
        .catch((error) => error.message)
    }
    expect(await infer(['only'])).toMatchObject({ status: 'success' })
    expect(await infer(['one', 'two'])).toMatch(/^agent_id is required and could not be inferred/)
    expect(await infer([])).toMatch(/^agent_id is required and could not be inferred/)
  })

  test('P33, P34: an agent that Letta does not have is reported before other errors', async () => {
    const { as, count } = await open()
    const x = { agent_id: 'x', prompt: 'Hello' }
    const error = await as('A').fail('promptyoself_schedule_cron', { ...x, cron: '0 9 * * *' })
    expect(error.message).toMatch(/^Agent validation failed: /)
    const both = await as('A').fail('promptyoself_schedule_cron', { ...x, cron: 'bad' })
    expect(both.message).toMatch(/^Agent validation failed: /)
    expect(await count()).toBe(0)
    const skipped = { ...x, cron: '0 9 * * *', skip_validation: true }
    expect(await as('A').call('promptyoself_schedule_cron', skipped)).toMatchObject({
      status: 'success',
    })
  })

  test('P36: while Letta is down nothing is scheduled', async () => {
    const { as, count, letta } = await open()
    await letta.stop()
    const error = await as('A').fail('promptyoself_schedule_every', { ...EVERY, every: '5m' })
    expect(error).toMatchObject({
      code: 'upstream_failed',
      message: 'Agent validation failed: Letta cannot be reached.',
    })
    expect(await count()).toBe(0)
  })

  test('P37: the arguments that Letta adds to calls are ignored', async () => {
    const { as } = await open()
    const extra = { request_heartbeat: true, mcp_server_name: 'x' }
    const answer = await as('A').call('promptyoself_schedule_every', {
      ...EVERY,
      every: '5m',
      ...extra,
    })
    expect(answer.status).toBe('success')
    expect(await as('A').call('promptyoself_list', extra)).toEqual(
      await as('A').call('promptyoself_list'),
    )
  })

  test('P38: the list is ordered by next_run, then id', async () => {
    const { as } = await open()
    const make = (every: string) => as('A').call('promptyoself_schedule_every', { ...EVERY, every })
    const [late, first, second] = [await make('10m'), await make('5m'), await make('5m')]
    const { schedules, count } = await as('A').call('promptyoself_list')
    expect(schedules.map(({ id }: Answer) => id)).toEqual([first.id, second.id, late.id])
    expect(count).toBe(3)
  })

  test('P39: the list can be limited to one agent', async () => {
    const { as } = await open()
    for (const agent_id of ['agent-1', 'agent-2']) {
      await as('A').call('promptyoself_schedule_every', { ...EVERY, agent_id, every: '5m' })
    }
    const { schedules } = await as('A').call('promptyoself_list', { agent_id: 'agent-1' })
    expect(schedules.map(({ agent_id }: Answer) => agent_id)).toEqual(['agent-1'])
  })

  test('P40: include_cancelled adds cancelled and finished schedules', async () => {
    const { as, clock } = await open()
    const make = (every: string, more = {}) =>
      as('A').call('promptyoself_schedule_every', { ...EVERY, every, ...more })
    const cancelled = await make('5m')
    await make('1s', { max_repetitions: 1 })
    await make('10m')
    await as('A').call('promptyoself_cancel', { schedule_id: cancelled.id })
    clock.advance(2)
    await as('A').call('promptyoself_execute')
    expect((await as('A').call('promptyoself_list')).count).toBe(1)
    expect((await as('A').call('promptyoself_list', { include_cancelled: true })).count).toBe(3)
  })

  test('P41: times are in UTC with +00:00', async () => {
    const { as } = await open()
    await as('A').call('promptyoself_schedule_every', { ...EVERY, every: '5m' })
    const { schedules } = await as('A').call('promptyoself_list')
    expect(schedules[0]).toMatchObject({
      next_run: '2030-01-01T00:05:00+00:00',
      created_at: '2030-01-01T00:00:00+00:00',
      last_run: null,
      schedule_type: 'interval',
      schedule_value: '5m',
    })
  })

  test('P42: a prompt that is cancelled before it is sent is not sent', async () => {
    const { as, clock, letta } = await open()
    const { id } = await as('A').call('promptyoself_schedule_every', { ...EVERY, every: '5m' })
    clock.advance(301)
    const answer = await as('A').call('promptyoself_cancel', { schedule_id: id })
    expect(answer).toEqual({
      status: 'success',
      cancelled_id: id,
      message: `Schedule ${id} cancelled`,
    })
    expect((await as('A').call('promptyoself_execute')).executed).toEqual([])
    expect(letta.messages).toEqual([])
  })

  test('P43: cancel works once, and only on an active schedule', async () => {
    const { as, clock } = await open()
    const make = (more = {}) =>
      as('A').call('promptyoself_schedule_every', { ...EVERY, every: '5m', ...more })
    const cancelled = await make()
    await as('A').call('promptyoself_cancel', { schedule_id: cancelled.id })
    const finished = await make({ max_repetitions: 1 })
    clock.advance(301)
    await as('A').call('promptyoself_execute')
    for (const schedule_id of [cancelled.id, finished.id, 999999]) {
      const error = await as('A').fail('promptyoself_cancel', { schedule_id })
      expect(error.message).toBe(`Schedule ${schedule_id} not found or already cancelled`)
    }
  })

  test('P44: ids are whole numbers from 1', async () => {
    const { as } = await open()
    await as('A').call('promptyoself_schedule_every', { ...EVERY, every: '5m' })
    for (const schedule_id of ['abc', 1.9, 0]) {
      const error = await as('A').fail('promptyoself_cancel', { schedule_id })
      expect(error.message).toBe('Schedule ID must be a number')
    }
    expect((await as('A').call('promptyoself_list')).count).toBe(1)
  })

  test('P45: without due prompts execute returns none', async () => {
    const { as } = await open()
    const answer = await as('A').call('promptyoself_execute')
    expect(answer).toEqual({ status: 'success', executed: [], message: '0 prompts executed' })
  })

  test('P46: a one-time prompt is delivered once', async () => {
    const { as, clock, letta } = await open()
    const { id } = await as('A').call('promptyoself_schedule_time', {
      ...EVERY,
      time: '2030-01-01T00:01:00Z',
    })
    clock.advance(61)
    expect(await as('A').call('promptyoself_execute')).toEqual({
      status: 'success',
      executed: [
        {
          id,
          agent_id: 'agent-1',
          delivered: true,
          next_run: null,
          repetition_count: 1,
          max_repetitions: null,
          completed: false,
        },
      ],
      message: '1 prompts executed',
    })
    expect((await as('A').call('promptyoself_execute')).executed).toEqual([])
    expect(letta.messages).toHaveLength(1)
  })

  test('P48: a failed delivery leaves its schedule as it was, and the next execute retries it', async () => {
    const { as, clock, letta } = await open()
    for (const agent_id of ['agent-1', 'agent-2']) {
      await as('A').call('promptyoself_schedule_every', { ...EVERY, agent_id, every: '5m' })
    }
    letta.fail('agent-1', 500)
    clock.advance(301)
    const { executed } = await as('A').call('promptyoself_execute')
    expect(executed).toMatchObject([
      {
        agent_id: 'agent-1',
        delivered: false,
        next_run: '2030-01-01T00:05:00+00:00',
        repetition_count: 0,
        error: 'Letta answered with status 500',
      },
      {
        agent_id: 'agent-2',
        delivered: true,
        next_run: '2030-01-01T00:10:00+00:00',
        repetition_count: 1,
      },
    ])
    const { schedules } = await as('A').call('promptyoself_list', { agent_id: 'agent-1' })
    expect(schedules).toMatchObject([
      { active: true, next_run: '2030-01-01T00:05:00+00:00', repetition_count: 0 },
    ])

    letta.fail('agent-1', undefined)
    clock.advance(1)
    const again = await as('A').call('promptyoself_execute')
    expect(again.executed).toMatchObject([
      { agent_id: 'agent-1', delivered: true, repetition_count: 1 },
    ])
  })

  test('P53: the interval of a loop is a number', async () => {
    const { as } = await open()
    const error = await as('A').fail('promptyoself_execute', { loop: true, interval: 'abc' })
    expect(error.message).toBe('Interval must be a number (seconds)')
  })

  test('P54: one loop runs, however often it is started', async () => {
    const clock = () => new Date()
    const { as, letta } = await open({ clock })
    await as('A').call('promptyoself_schedule_every', { ...EVERY, every: '1s', max_repetitions: 1 })
    const answers = await Promise.all(
      [1, 2].map(() => as('A').call('promptyoself_execute', { loop: true })),
    )
    expect(answers.map(({ message }) => message).sort()).toEqual([
      'Scheduler loop is running',
      'Scheduler loop started',
    ])
    await eventually(() => expect(letta.messages).toHaveLength(1))
    expect((await as('A').call('promptyoself_execute')).executed).toEqual([])
    expect(letta.messages).toHaveLength(1)
  })

  test('P55: a stored schedule is delivered after a restart', async () => {
    const workspace = await open({ clock: () => new Date() })
    await workspace
      .as('A')
      .call('promptyoself_schedule_every', { ...EVERY, every: '2s', max_repetitions: 1 })
    await workspace.restart()
    await workspace.prompts.startWorker()
    await eventually(() => expect(workspace.letta.messages).toHaveLength(1))
    await eventually(async () =>
      expect((await workspace.as('A').call('promptyoself_list')).count).toBe(0),
    )
    expect(workspace.letta.messages).toHaveLength(1)
  })

  test('P56: Letta gets one user message with the prompt', async () => {
    const { as, clock, letta } = await open()
    await as('A').call('promptyoself_schedule_every', { ...EVERY, every: '1s' })
    clock.advance(2)
    await as('A').call('promptyoself_execute')
    const sent = letta.requests.filter(({ method }) => method === 'POST')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      path: '/v1/agents/agent-1/messages/async',
      headers: { authorization: 'Bearer secret-token' },
    })
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    })
  })

  test('P57: nothing is uploaded without credentials', async () => {
    const workspace = await open({ settings: {} })
    const { as, letta } = await open({
      settings: { letta: { baseUrl: workspace.letta.url, token: undefined, workspace: 'test' } },
    })
    const error = await as('A').fail('promptyoself_upload', { source_code: 'def f(): pass' })
    expect(error.message).toBe('Missing LETTA_API_KEY or LETTA_SERVER_PASSWORD')
    expect([...letta.requests, ...workspace.letta.requests]).toEqual([])
  })

  test.each(['', '   ', '\n\t'])('P58: the prompt %j is refused', async (prompt) => {
    const { as } = await open()
    const error = await as('A').fail('promptyoself_schedule_every', {
      ...EVERY,
      prompt,
      every: '5m',
    })
    expect(error.message).toContain('prompt')
  })

  test('P59: diagnostics show the source and no secrets', async () => {
    const { as } = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    const answer = await as('A', { metadata: { trace: 'abc' } }).call(
      'promptyoself_inference_diagnostics',
    )
    expect(answer).toEqual({
      status: 'ok',
      ctx_present: true,
      ctx_metadata_keys: ['trace'],
      env: {
        PROMPTYOSELF_DEFAULT_AGENT_ID: false,
        LETTA_AGENT_ID: true,
        LETTA_DEFAULT_AGENT_ID: false,
      },
      single_agent_fallback_enabled: false,
      inferred_agent_id: 'agent-1',
      inference_debug: { source: 'env', key: 'LETTA_AGENT_ID' },
    })
    expect(JSON.stringify(answer)).not.toContain('secret-token')
  })
})

test('P52: a prompt whose response times out reaches its agent once', async () => {
  const { as, clock, letta, db } = await openTestWorkspace({ letta: ['agent-1'] })
  await as('A').call('promptyoself_schedule_every', { ...EVERY, every: '1s' })
  letta.fail('agent-1', 'hang after storing it')
  clock.advance(2)
  const { executed } = await as('A').call('promptyoself_execute')
  expect(executed).toMatchObject([
    { delivered: false, error: expect.stringContaining('not sent again automatically') },
  ])
  letta.fail('agent-1', undefined)
  const again = await as('A').call('promptyoself_execute')
  expect(again.executed).toMatchObject([{ delivered: true, repetition_count: 1 }])
  expect(letta.messages).toHaveLength(1)
  // The run id comes from the message that Letta stored.
  const [{ run_id } = {}] = await db.selectFrom('deliveries').select('run_id').execute()
  expect(run_id).toBe('run-1')
})
