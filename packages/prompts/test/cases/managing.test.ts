import { describe, expect, test } from 'vitest'
import { type Answer, BACKENDS } from '../test-workspace.ts'
import { EVERY, useCaseWorkspaces } from './case-workspaces.ts'

describe.each(BACKENDS)('on %s', (backend) => {
  const open = useCaseWorkspaces(backend)

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

  test.each(['', '   ', '\n\t'])('P58: the prompt %j is refused', async (prompt) => {
    const { as } = await open()
    const error = await as('A').fail('promptyoself_schedule_every', {
      ...EVERY,
      prompt,
      every: '5m',
    })
    expect(error.message).toContain('prompt')
  })
})
