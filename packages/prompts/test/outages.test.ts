import { describe, expect, test } from 'vitest'
import { getSchedule, simulateSlots } from '../src/index.ts'
import { every, execute, nextRun, PROMPT, useTestWorkspaces } from './use-test-workspaces.ts'

const open = useTestWorkspaces()

describe('after an outage', () => {
  test('once: one prompt for all missed slots, then the first slot after now', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m')
    workspace.clock.advance(65 * 60)
    expect(await execute(workspace)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T01:10:00+00:00' },
    ])
    expect(await execute(workspace)).toEqual([])
    expect(await nextRun(workspace, id)).toBe('2030-01-01T01:10:00.000Z')
  })

  test('skip: missed slots are omitted', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m', { misfire: 'skip' })
    workspace.clock.advance(65 * 60)
    expect(await execute(workspace)).toEqual([])
    expect(await nextRun(workspace, id)).toBe('2030-01-01T01:10:00.000Z')
    workspace.clock.advance(5 * 60)
    expect(await execute(workspace)).toMatchObject([{ delivered: true }])
  })

  test('skip: a slot that is 30 s late is not missed', async () => {
    const workspace = await open()
    await every(workspace, '10m', { misfire: 'skip' })
    workspace.clock.advance(10 * 60 + 30)
    expect(await execute(workspace)).toMatchObject([{ delivered: true }])
  })

  test('skip: a one-time prompt that was missed has finished', async () => {
    const workspace = await open()
    const time = '2030-01-01T00:10:00Z'
    const { id } = await workspace
      .as('A')
      .call('promptyoself_schedule_time', { ...PROMPT, time, misfire: 'skip' })
    workspace.clock.advance(3600)
    expect(await execute(workspace)).toEqual([])
    const { ended_as, repetition_count } = await getSchedule(
      workspace.db,
      workspace.workspaceId,
      id,
    )
    expect([ended_as, repetition_count]).toEqual(['finished', 0])
  })

  test('all: every missed slot, one after the other', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m', { misfire: 'all' })
    workspace.clock.advance(65 * 60)
    const runs = []
    for (
      let slot = await nextRun(workspace, id);
      (await execute(workspace)).length > 0;
      slot = await nextRun(workspace, id)
    ) {
      runs.push(slot?.slice(11, 16))
    }
    expect(runs).toEqual(['00:10', '00:20', '00:30', '00:40', '00:50', '01:00'])
    expect(await nextRun(workspace, id)).toBe('2030-01-01T01:10:00.000Z')
  })

  test('all: at most a hundred', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '1m', { misfire: 'all' })
    workspace.clock.advance(24 * 3600)
    let count = 0
    while ((await execute(workspace)).length > 0) count++
    expect(count).toBe(100)
    expect(await nextRun(workspace, id)).toBe('2030-01-02T00:01:00.000Z')
  })
})

describe('after an outage, with slots ten seconds apart', () => {
  /** The slots delivered after an outage of `seconds`, and those that the simulation predicted. */
  async function outage(seconds: number, more: object) {
    const workspace = await open()
    const { id } = await every(workspace, '10s', more)
    const { db, workspaceId } = workspace
    const { runs } = await simulateSlots(db, workspaceId, {
      now: workspace.clock.now,
      days: 1,
      outageHours: seconds / 3600,
    })
    workspace.clock.advance(seconds)
    const back = workspace.clock.now.toISOString().slice(0, 19)
    const slots: string[] = []
    for (;;) {
      await execute(workspace)
      const { rows } = await workspace.pool.query(
        'select due_at from deliveries where schedule_id = $1 order by due_at',
        [id],
      )
      if (rows.length === slots.length) break
      slots.splice(0, slots.length, ...rows.map((row) => row.due_at.toISOString().slice(11, 19)))
    }
    const predicted = runs.filter(({ at }) => at.slice(0, 19) === back)
    return { slots, predicted: predicted.map((run) => run.scheduled_for.slice(11, 19)) }
  }
  const COUNTS = { once: 1, skip: 0, all: 18 }

  test.each(
    ['skip', 'queue', 'allow'].flatMap((overlap) =>
      (['once', 'skip', 'all'] as const).map((misfire) => ({ misfire, overlap })),
    ),
  )('%j delivers what the simulation predicts', async (policies) => {
    const { slots, predicted } = await outage(180, policies)
    expect(slots).toEqual(predicted)
    expect(slots).toHaveLength(COUNTS[policies.misfire])
  })

  test('an outage of less than a minute counts as none', async () => {
    const { slots, predicted } = await outage(50, { misfire: 'all' })
    expect(slots).toEqual(predicted)
    expect(slots).toEqual(['00:00:10'])
  })
})

describe('when a slot comes while the one before is still being delivered', () => {
  const failing = async (overlap: string) => {
    const workspace = await open()
    workspace.letta.fail('agent-1', 500)
    const { id } = await every(workspace, '10m', { overlap })
    workspace.clock.advance(601)
    expect(await execute(workspace)).toMatchObject([{ delivered: false }])
    workspace.clock.advance(25 * 60)
    workspace.letta.fail('agent-1', undefined)
    return { workspace, id }
  }

  test('skip omits it', async () => {
    const { workspace } = await failing('skip')
    expect(await execute(workspace)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T00:40:00+00:00' },
    ])
    expect(workspace.letta.messages).toHaveLength(1)
  })

  test('queue delivers one afterwards', async () => {
    const { workspace } = await failing('queue')
    expect(await execute(workspace)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T00:20:00+00:00' },
    ])
    expect(await execute(workspace)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T00:40:00+00:00' },
    ])
    expect(workspace.letta.messages).toHaveLength(2)
  })

  test('allow delivers both', async () => {
    const { workspace } = await failing('allow')
    expect(await execute(workspace)).toMatchObject([{ delivered: true }, { delivered: true }])
    expect(workspace.letta.messages).toHaveLength(2)
  })

  test('allow stops while the open deliveries may be the last ones', async () => {
    const workspace = await open()
    workspace.letta.fail('agent-1', 500)
    await every(workspace, '10m', { overlap: 'allow', max_repetitions: 2 })
    for (let run = 0; run < 4; run++) {
      workspace.clock.advance(600)
      await execute(workspace)
    }
    expect(await workspace.count('deliveries')).toBe(2)
    workspace.letta.fail('agent-1', undefined)
    expect(await execute(workspace)).toMatchObject([
      { delivered: true },
      { delivered: true, completed: true },
    ])
    expect(await execute(workspace)).toEqual([])
  })
})

test('allow delivers no more than max_repetitions, whatever fails', async () => {
  const workspace = await open()
  workspace.letta.fail('agent-1', 500)
  const { id } = await every(workspace, '10m', { overlap: 'allow', max_repetitions: 3 })
  for (let run = 0; run < 3; run++) {
    workspace.clock.advance(600)
    await execute(workspace)
  }
  // One of the three open deliveries succeeds. That makes no room for a fourth.
  const { rows } = await workspace.pool.query(
    'select id from deliveries where schedule_id = $1 order by due_at',
    [id],
  )
  workspace.letta.fail('agent-1', undefined)
  await workspace.prompts.delivery.deliver({ id: rows[0].id, forced: true })
  workspace.letta.fail('agent-1', 500)
  workspace.clock.advance(600)
  await execute(workspace)
  workspace.letta.fail('agent-1', undefined)
  for (let run = 0; run < 3; run++) {
    workspace.clock.advance(600)
    await execute(workspace)
  }
  expect(workspace.letta.messages).toHaveLength(3)
})
