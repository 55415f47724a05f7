import { describe, expect, test } from 'vitest'
import {
  changeSchedule,
  getSchedule,
  pauseSchedule,
  pauseWorkspace,
  presentPause,
  previewSlots,
  resumeSchedule,
  resumeWorkspace,
  runNow,
  simulateSlots,
} from '../src/index.ts'
import { runDue } from '../src/worker/run-due.ts'
import type { Answer } from './test-workspace.ts'
import { every, execute, nextRun, PROMPT, useTestWorkspaces, where } from './use-test-workspaces.ts'

const open = useTestWorkspaces()

describe('pause', () => {
  test.each(['skip', 'queue', 'allow'])(
    'a slot that was inserted ahead is not lost with overlap %s',
    async (overlap) => {
      const workspace = await open({ database: undefined })
      const { id } = await every(workspace, '10m', { overlap })
      workspace.clock.advance(598)
      const ahead = { aheadMs: 2500, limit: 10, catchUpPerSecond: 100 }
      expect(await runDue(workspace.db, { now: workspace.clock.now, ...ahead })).toHaveLength(1)
      await pauseSchedule(where(workspace), id)
      await resumeSchedule(where(workspace), id)
      expect(await execute(workspace)).toEqual([])
      workspace.clock.advance(3)
      expect(await execute(workspace)).toMatchObject([{ delivered: true }])
      expect(workspace.letta.messages).toHaveLength(1)
    },
  )

  test.each(['a schedule', 'a workspace'])(
    'no slot after end_at, when %s is paused before it',
    async (what) => {
      const workspace = await open()
      const { id } = await every(workspace, '10s', { end_at: '2030-01-01T00:00:35Z' })
      if (what === 'a schedule') await pauseSchedule(where(workspace), id)
      else await pauseWorkspace(where(workspace), 'A')
      workspace.clock.advance(20)
      await execute(workspace)
      workspace.clock.advance(20)
      if (what === 'a schedule') await resumeSchedule(where(workspace), id)
      else await resumeWorkspace(where(workspace))
      expect(await execute(workspace)).toEqual([])
      const { ended_as } = await getSchedule(workspace.db, workspace.workspaceId, id)
      expect(ended_as).toBe('finished')
    },
  )

  test('no slot after end_at, when an outage lasts longer', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m', { end_at: '2030-01-01T00:35:00Z' })
    workspace.clock.advance(3600)
    expect(await execute(workspace)).toEqual([])
    const { ended_as } = await getSchedule(workspace.db, workspace.workspaceId, id)
    expect(ended_as).toBe('finished')
  })

  test('of a schedule holds its prompts until it is resumed', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m')
    await pauseSchedule(where(workspace), id)
    workspace.clock.advance(65 * 60)
    expect(await execute(workspace)).toEqual([])
    expect((await workspace.as('A').call('promptyoself_list')).schedules).toMatchObject([
      { active: true, paused: true },
    ])
    await resumeSchedule(where(workspace), id)
    expect(await execute(workspace)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T01:10:00+00:00' },
    ])
  })

  test('holds a retry as well', async () => {
    const workspace = await open()
    workspace.letta.fail('agent-1', 500)
    const { id } = await every(workspace, '10m')
    workspace.clock.advance(601)
    await execute(workspace)
    await pauseSchedule(where(workspace), id)
    workspace.letta.fail('agent-1', undefined)
    expect(await execute(workspace)).toEqual([])
    await resumeSchedule(where(workspace), id)
    expect(await execute(workspace)).toMatchObject([{ delivered: true, repetition_count: 1 }])
  })

  test('of a workspace stops all its prompts and no others', async () => {
    const [paused, other] = [await open(), await open()]
    await every(paused, '10m')
    await every(other, '10m')
    expect(await pauseWorkspace(where(paused), 'A')).toBe(true)
    expect(await pauseWorkspace(where(paused), 'A')).toBe(false)
    paused.clock.advance(601)
    other.clock.advance(601)
    expect(await execute(paused)).toEqual([])
    expect(await execute(other)).toHaveLength(1)
    expect(await resumeWorkspace(where(paused))).toBe(true)
    expect(await execute(paused)).toMatchObject([{ delivered: true }])
  })

  test('of a workspace is shown in its schedules and deliveries', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m')
    expect(await presentPause(where(workspace))).toEqual({
      paused: false,
      paused_since: null,
      paused_by: null,
    })
    await pauseWorkspace(where(workspace), 'A')
    expect(await presentPause(where(workspace))).toEqual({
      paused: true,
      paused_since: '2030-01-01T00:00:00+00:00',
      paused_by: 'A',
    })
    const { schedules } = await workspace.as('A').call('promptyoself_list')
    expect(schedules).toMatchObject([
      { id, paused: true, state: 'paused', problem: expect.stringContaining('by A') },
    ])
    const { message } = await every(workspace, '20m')
    expect(message).toContain('paused since 2030-01-01T00:00:00+00:00')
    const { db, workspaceId, clock } = workspace
    const { runs } = await simulateSlots(db, workspaceId, {
      now: clock.now,
      days: 1,
      outageHours: 0,
    })
    expect(runs).toEqual([])
  })

  test('a paused schedule can be cancelled', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m')
    await pauseSchedule(where(workspace), id)
    await workspace.as('A').call('promptyoself_cancel', { schedule_id: id })
    await expect(resumeSchedule(where(workspace), id)).rejects.toThrow('has ended')
  })
})

describe('a change', () => {
  test('of the time keeps id and count', async () => {
    const workspace = await open()
    const { id } = await every(workspace, '10m')
    workspace.clock.advance(601)
    await execute(workspace)
    const changed = await changeSchedule(where(workspace), id, {
      cron: '0 9 * * *',
      timezone: 'Europe/Berlin',
    })
    expect(changed).toMatchObject({
      id,
      kind: 'cron',
      timezone: 'Europe/Berlin',
      repetition_count: 1,
    })
    expect(await nextRun(workspace, id)).toBe('2030-01-01T08:00:00.000Z')
    expect(await execute(workspace)).toEqual([])
  })

  test('of the prompt applies to waiting deliveries', async () => {
    const workspace = await open()
    workspace.letta.fail('agent-1', 500)
    const { id } = await every(workspace, '10m')
    workspace.clock.advance(601)
    await execute(workspace)
    await changeSchedule(where(workspace), id, { prompt: 'Better text' })
    workspace.letta.fail('agent-1', undefined)
    await execute(workspace)
    expect(workspace.letta.messages.map(({ text }) => text)).toEqual(['Better text'])
  })

  test('of the time cancels retries of the old one', async () => {
    const workspace = await open()
    workspace.letta.fail('agent-1', 500)
    const { id } = await every(workspace, '10m')
    workspace.clock.advance(601)
    await execute(workspace)
    workspace.letta.fail('agent-1', undefined)
    await changeSchedule(where(workspace), id, { every: '1h' })
    expect(await execute(workspace)).toEqual([])
    workspace.clock.advance(3600)
    expect(await execute(workspace)).toMatchObject([{ delivered: true }])
  })

  test.each([
    [{ cron: 'bad' }, 'Invalid cron expression'],
    [{ every: '1d' }, 'Invalid interval'],
    [{ time: '2020-01-01T00:00:00Z' }, 'must be in the future'],
    [{ cron: '0 9 * * *', every: '5m' }, 'Only one of'],
    [{ timezone: 'Europe/Berlin' }, 'Only a cron schedule'],
    [{ time: '2031-01-01T00:00:00Z', timezone: 'Nope/Nope' }, 'Only a cron schedule'],
    [{ every: '5m', timezone: 'Europe/Berlin' }, 'Only a cron schedule'],
    [{ time: '2031-01-01T00:00:00Z', start_at: 'garbage' }, 'Only an interval'],
    [{ cron: '0 9 * * *', start_at: '2031-01-01T00:00:00Z' }, 'Only an interval'],
    [{ cron: '0 9 * * *', timezone: 'BST' }, 'Unknown timezone'],
    [{ end_at: '2029-01-01T00:00:00Z' }, 'in the future'],
    [{ end_at: '2030-01-01T00:05:00Z' }, 'before the first slot'],
  ])('%j is refused and changes nothing', async (changes, message) => {
    const workspace = await open()
    const { id } = await every(workspace, '10m')
    const before = await getSchedule(workspace.db, workspace.workspaceId, id)
    await expect(changeSchedule(where(workspace), id, changes)).rejects.toThrow(message)
    expect(await getSchedule(workspace.db, workspace.workspaceId, id)).toEqual(before)
  })

  test('in another workspace is not found', async () => {
    const [one, other] = [await open(), await open()]
    const { id } = await every(one, '10m')
    await expect(changeSchedule(where(other), id, { prompt: 'Mine' })).rejects.toThrow(
      `Schedule ${id} not found`,
    )
  })
})

test('run now delivers in addition to the schedule’s slots', async () => {
  const workspace = await open()
  const { id } = await every(workspace, '10m', { max_repetitions: 2 })
  workspace.clock.advance(60)
  await runNow(where(workspace), workspace.prompts, id)
  expect(await execute(workspace)).toMatchObject([
    { delivered: true, repetition_count: 0, next_run: '2030-01-01T00:10:00+00:00' },
  ])
  workspace.clock.advance(600)
  expect(await execute(workspace)).toMatchObject([{ delivered: true, repetition_count: 1 }])
  expect(workspace.letta.messages).toHaveLength(2)
})

test('end_at ends a schedule', async () => {
  const workspace = await open()
  await every(workspace, '10m', { end_at: '2030-01-01T00:20:00Z' })
  workspace.clock.advance(601)
  expect(await execute(workspace)).toMatchObject([{ next_run: '2030-01-01T00:20:00+00:00' }])
  workspace.clock.advance(600)
  expect(await execute(workspace)).toMatchObject([
    { delivered: true, next_run: null, completed: false },
  ])
  expect((await workspace.as('A').call('promptyoself_list')).count).toBe(0)
})

test('a preview shows the next slots, up to the last one', async () => {
  const workspace = await open()
  const cron = { ...PROMPT, cron: '30 2 * * *', timezone: 'America/New_York' }
  workspace.clock.now = new Date('2030-03-08T12:00:00Z')
  const { id } = await workspace.as('A').call('promptyoself_schedule_cron', cron)
  const preview = async (schedule: number, count: number) =>
    previewSlots(
      await getSchedule(workspace.db, workspace.workspaceId, schedule),
      workspace.clock.now,
      count,
    )
  // On 10 March 2030 there is no half past two.
  expect(await preview(id, 3)).toEqual([
    '2030-03-09T07:30:00+00:00',
    '2030-03-10T07:00:00+00:00',
    '2030-03-11T06:30:00+00:00',
  ])
  const twice = await every(workspace, '1h', { max_repetitions: 2 })
  expect(await preview(twice.id, 9)).toHaveLength(2)
})

test('a simulation shows the slots that fire, with and without an outage', async () => {
  const workspace = await open()
  const skip = await every(workspace, '6h', { misfire: 'skip' })
  const once = await every(workspace, '6h')
  const all = await every(workspace, '6h', { misfire: 'all' })
  const count = async (outageHours: number) => {
    const { runs } = await simulateSlots(workspace.db, workspace.workspaceId, {
      now: workspace.clock.now,
      days: 1,
      outageHours,
    })
    return [skip, once, all].map(({ id }) =>
      runs.filter(({ schedule_id }) => schedule_id === id).map(({ at }) => at.slice(8, 13)),
    )
  }
  const day = ['01T06', '01T12', '01T18', '02T00']
  expect(await count(0)).toEqual([day, day, day])
  expect(await count(13)).toEqual([
    ['01T18', '02T00'],
    ['01T13', '01T18', '02T00'],
    ['01T13', '01T13', '01T18', '02T00'],
  ])
})

test('a large simulation does not block the event loop', async () => {
  const workspace = await open()
  const cron = { ...PROMPT, cron: '* * * * *', timezone: 'Europe/Berlin' }
  for (let n = 0; n < 20; n++) await workspace.as('A').call('promptyoself_schedule_cron', cron)
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const { db, workspaceId, clock } = workspace
  const found = await simulateSlots(db, workspaceId, { now: clock.now, days: 14, outageHours: 0 })
  expect(found).toMatchObject({ count: 10_000, truncated: true })
  expect(found.runs.at(-1)?.at).toBe('2030-01-01T08:20:00+00:00')

  const rare = { ...PROMPT, cron: '0 */23 29 2 *', timezone: 'Europe/Berlin' }
  const { id } = await workspace.as('A').call('promptyoself_schedule_cron', rare)
  const runs = await previewSlots(await getSchedule(db, workspaceId, id), clock.now, 1000)
  clearInterval(watch)
  expect(runs).toHaveLength(1000)
  expect(longest).toBeLessThan(500)
})

test('an agent cannot create more schedules than its limit', async () => {
  const workspace = await open({ settings: { schedulesPerAgent: 3 } })
  const created = await Promise.allSettled(Array.from({ length: 8 }, () => every(workspace, '10m')))
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const error = await workspace
    .as('A')
    .fail('promptyoself_schedule_every', { ...PROMPT, every: '10m' })
  expect(error).toMatchObject({
    code: 'conflict',
    suggestion: expect.stringContaining('QM_SCHEDULES_PER_AGENT'),
  })
  // Every agent has its own limit, and cancelling makes room.
  await workspace.as('B').call('promptyoself_schedule_every', { ...PROMPT, every: '10m' })
  const [{ id }] = (await workspace.as('A').call('promptyoself_list')).schedules
  await workspace.as('A').call('promptyoself_cancel', { schedule_id: id })
  await every(workspace, '10m')
})

test('a prompt of a megabyte is refused', async () => {
  const workspace = await open()
  const error = await workspace
    .as('A')
    .fail('promptyoself_schedule_every', { ...PROMPT, prompt: 'x'.repeat(1_000_000), every: '5m' })
  expect(error.message).toContain('100000 characters')
  await every(workspace, '5m', { prompt: 'é'.repeat(100_000) })
})

test('the list is paged', async () => {
  const workspace = await open()
  for (let n = 1; n <= 5; n++) await every(workspace, `${n}m`)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page: Answer = await workspace
      .as('A')
      .call('promptyoself_list', { limit: 2, ...(cursor && { cursor }) })
    seen.push(
      ...page.schedules.map(({ schedule_value }: Answer) => Number.parseInt(schedule_value, 10)),
    )
    cursor = page.next_cursor
  } while (cursor !== undefined)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})
