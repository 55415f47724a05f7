import { describe, expect, test, vi } from 'vitest'
import { BACKENDS } from '../test-workspace.ts'
import { after, EVERY, useCaseWorkspaces } from './case-workspaces.ts'

describe.each(BACKENDS)('on %s', (backend) => {
  const open = useCaseWorkspaces(backend)

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
})
