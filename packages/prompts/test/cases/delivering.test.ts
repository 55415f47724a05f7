import { eventually } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { BACKENDS, openTestWorkspace } from '../test-workspace.ts'
import { EVERY, useCaseWorkspaces } from './case-workspaces.ts'

describe.each(BACKENDS)('on %s', (backend) => {
  const open = useCaseWorkspaces(backend)

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
