import { expect, test } from 'vitest'
import { scheduleCalendar, simulateSlots } from '../src/index.ts'
import { execute, PROMPT, useTestWorkspaces } from './use-test-workspaces.ts'

const open = useTestWorkspaces()

test('a schedule with many times does not leave out the others', async () => {
  const workspace = await open()
  const a = workspace.as('A')
  const often = await a.call('promptyoself_schedule_every', { ...PROMPT, every: '1m' })
  const daily = await a.call('promptyoself_schedule_cron', { ...PROMPT, cron: '0 9 * * *' })
  const { db, workspaceId, clock } = workspace
  const { runs, truncated, unfinished } = await simulateSlots(db, workspaceId, {
    now: clock.now,
    days: 10,
    outageHours: 0,
    limit: 100,
  })
  const timesOf = (id: number) => runs.filter(({ schedule_id }) => schedule_id === id).length
  expect([timesOf(often.id), timesOf(daily.id)]).toEqual([90, 10])
  expect(runs.map(({ at }) => at)).toEqual(runs.map(({ at }) => at).toSorted())
  expect(truncated).toBe(true)
  expect(unfinished).toEqual([{ schedule_id: often.id, until: '2030-01-01T01:30:00+00:00' }])
})

test('a calendar has the days of a time zone, what was delivered and what is expected', async () => {
  const workspace = await open()
  const a = workspace.as('A')
  const daily = await a.call('promptyoself_schedule_cron', {
    ...PROMPT,
    cron: '30 23 * * *',
    timezone: 'Europe/Berlin',
  })
  const often = await a.call('promptyoself_schedule_every', { ...PROMPT, every: '1m' })
  const { db, workspaceId, clock } = workspace
  const calendar = async (timezone: string) => {
    const { days } = await scheduleCalendar(db, workspaceId, {
      now: clock.now,
      daysBack: 1,
      days: 30,
      timezone,
    })
    return days
  }
  const [yesterday, today] = await calendar('Europe/Berlin')
  expect(yesterday).toEqual({ date: '2029-12-31', entries: [] })
  expect(today).toMatchObject({
    date: '2030-01-01',
    entries: [
      { schedule_id: often.id, first: '2030-01-01T00:01:00+00:00', count: 1379, has_more: false },
      { schedule_id: daily.id, first: '2030-01-01T22:30:00+00:00', count: 1, has_more: false },
    ],
  })
  const days = await calendar('UTC')
  expect(days.at(-1)).toMatchObject({
    date: '2030-01-30',
    entries: [
      { schedule_id: often.id, count: 0, has_more: true },
      { schedule_id: daily.id, count: 1, has_more: false },
    ],
  })

  clock.advance(60)
  await execute(workspace)
  clock.advance(600)
  await execute(workspace)
  const [, later] = await calendar('UTC')
  expect(later?.entries.slice(0, 3)).toMatchObject([
    { schedule_id: often.id, outcome: 'delivered', first: '2030-01-01T00:01:00+00:00', count: 1 },
    { schedule_id: often.id, outcome: 'caught up', first: '2030-01-01T00:02:00+00:00', count: 1 },
    { schedule_id: often.id, outcome: 'expected', first: '2030-01-01T00:12:00+00:00' },
  ])
  await expect(calendar('Europe/Berlyn')).rejects.toMatchObject({ code: 'invalid_input' })
})
