import { type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeSchedule,
  getSchedule,
  pauseSchedule,
  pauseWorkspace,
  previewRuns,
  resumeSchedule,
  resumeWorkspace,
  runNow,
  showPause,
  simulate,
} from '../src/index.ts'
import { runDue } from '../src/run-due.ts'
import { type Answer, type Office, openOffice } from './office.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const open = (options: Parameters<typeof openOffice>[0] = {}) =>
  openOffice({ database, letta: ['agent-1'], ...options })

const PROMPT = { agent_id: 'agent-1', prompt: 'Hello' }
const every = ({ as }: Office, interval: string, more = {}): Promise<Answer> =>
  as('A').call('promptyoself_schedule_every', { ...PROMPT, every: interval, ...more })
const execute = async ({ as }: Office): Promise<Answer[]> =>
  (await as('A').call('promptyoself_execute')).executed
const where = ({ db, workspaceId, clock }: Office) => ({ db, workspaceId, now: clock.now })
const nextRun = async (office: Office, id: number) => {
  const { db, workspaceId } = office
  return (await getSchedule(db, workspaceId, id)).next_run?.toISOString() ?? null
}

describe('after an outage', () => {
  test('once: one prompt for all that was missed, then the first slot after now', async () => {
    const office = await open()
    const { id } = await every(office, '10m')
    office.clock.advance(65 * 60)
    expect(await execute(office)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T01:10:00+00:00' },
    ])
    expect(await execute(office)).toEqual([])
    expect(await nextRun(office, id)).toBe('2030-01-01T01:10:00.000Z')
  })

  test('skip: what was missed is left out', async () => {
    const office = await open()
    const { id } = await every(office, '10m', { misfire: 'skip' })
    office.clock.advance(65 * 60)
    expect(await execute(office)).toEqual([])
    expect(await nextRun(office, id)).toBe('2030-01-01T01:10:00.000Z')
    office.clock.advance(5 * 60)
    expect(await execute(office)).toMatchObject([{ delivered: true }])
  })

  test('skip: a little late is not missed', async () => {
    const office = await open()
    await every(office, '10m', { misfire: 'skip' })
    office.clock.advance(10 * 60 + 30)
    expect(await execute(office)).toMatchObject([{ delivered: true }])
  })

  test('skip: a moment that was missed is over', async () => {
    const office = await open()
    const time = '2030-01-01T00:10:00Z'
    const { id } = await office
      .as('A')
      .call('promptyoself_schedule_time', { ...PROMPT, time, misfire: 'skip' })
    office.clock.advance(3600)
    expect(await execute(office)).toEqual([])
    const { ended_as, repetition_count } = await getSchedule(office.db, office.workspaceId, id)
    expect([ended_as, repetition_count]).toEqual(['finished', 0])
  })

  test('all: each of them, one after the other', async () => {
    const office = await open()
    const { id } = await every(office, '10m', { misfire: 'all' })
    office.clock.advance(65 * 60)
    const runs = []
    for (
      let slot = await nextRun(office, id);
      (await execute(office)).length > 0;
      slot = await nextRun(office, id)
    ) {
      runs.push(slot?.slice(11, 16))
    }
    expect(runs).toEqual(['00:10', '00:20', '00:30', '00:40', '00:50', '01:00'])
    expect(await nextRun(office, id)).toBe('2030-01-01T01:10:00.000Z')
  })

  test('all: no more than a hundred', async () => {
    const office = await open()
    const { id } = await every(office, '1m', { misfire: 'all' })
    office.clock.advance(24 * 3600)
    let count = 0
    while ((await execute(office)).length > 0) count++
    expect(count).toBe(100)
    expect(await nextRun(office, id)).toBe('2030-01-02T00:01:00.000Z')
  })
})

describe('after an outage, of runs that are seconds apart', () => {
  /** What is delivered when the worker comes back after so many seconds, and what was foretold. */
  async function outage(seconds: number, more: object) {
    const office = await open()
    const { id } = await every(office, '10s', more)
    const { db, workspaceId } = office
    const { runs } = await simulate(db, workspaceId, {
      ...{ now: office.clock.now, days: 1, outageHours: seconds / 3600 },
    })
    office.clock.advance(seconds)
    const back = office.clock.now.toISOString().slice(0, 19)
    const slots: string[] = []
    for (;;) {
      await execute(office)
      const { rows } = await office.pool.query(
        'select slot from deliveries where schedule_id = $1 order by due_at',
        [id],
      )
      if (rows.length === slots.length) break
      slots.splice(0, slots.length, ...rows.map(({ slot }) => slot.slice(11, 19)))
    }
    const foretold = runs.filter(({ at }) => at.slice(0, 19) === back)
    return { slots, foretold: foretold.map((run) => run.scheduled_for.slice(11, 19)) }
  }
  const COUNTS = { once: 1, skip: 0, all: 18 }

  test.each(
    ['skip', 'queue', 'allow'].flatMap((overlap) =>
      (['once', 'skip', 'all'] as const).map((misfire) => ({ misfire, overlap })),
    ),
  )('%j does what the simulation says', async (policies) => {
    const { slots, foretold } = await outage(180, policies)
    expect(slots).toEqual(foretold)
    expect(slots).toHaveLength(COUNTS[policies.misfire])
  })

  test('an outage of less than a minute is none', async () => {
    const { slots, foretold } = await outage(50, { misfire: 'all' })
    expect(slots).toEqual(foretold)
    expect(slots).toEqual(['00:00:10'])
  })
})

describe('when a run comes while the one before is still being delivered', () => {
  const failing = async (overlap: string) => {
    const office = await open()
    office.letta.fail('agent-1', 500)
    const { id } = await every(office, '10m', { overlap })
    office.clock.advance(601)
    expect(await execute(office)).toMatchObject([{ delivered: false }])
    office.clock.advance(25 * 60)
    office.letta.fail('agent-1', undefined)
    return { office, id }
  }

  test('skip leaves it out', async () => {
    const { office } = await failing('skip')
    expect(await execute(office)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T00:40:00+00:00' },
    ])
    expect(office.letta.messages).toHaveLength(1)
  })

  test('queue delivers one afterwards', async () => {
    const { office } = await failing('queue')
    expect(await execute(office)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T00:20:00+00:00' },
    ])
    expect(await execute(office)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T00:40:00+00:00' },
    ])
    expect(office.letta.messages).toHaveLength(2)
  })

  test('allow delivers both', async () => {
    const { office } = await failing('allow')
    expect(await execute(office)).toMatchObject([{ delivered: true }, { delivered: true }])
    expect(office.letta.messages).toHaveLength(2)
  })

  test('allow stops where those under way may be the last', async () => {
    const office = await open()
    office.letta.fail('agent-1', 500)
    await every(office, '10m', { overlap: 'allow', max_repetitions: 2 })
    for (let run = 0; run < 4; run++) {
      office.clock.advance(600)
      await execute(office)
    }
    expect(await office.count('deliveries')).toBe(2)
    office.letta.fail('agent-1', undefined)
    expect(await execute(office)).toMatchObject([
      { delivered: true },
      { delivered: true, completed: true },
    ])
    expect(await execute(office)).toEqual([])
  })
})

test('allow delivers no more than max_repetitions, whatever fails on the way', async () => {
  const office = await open()
  office.letta.fail('agent-1', 500)
  const { id } = await every(office, '10m', { overlap: 'allow', max_repetitions: 3 })
  for (let run = 0; run < 3; run++) {
    office.clock.advance(600)
    await execute(office)
  }
  // One of the three under way arrives; that makes no room for a fourth.
  const { rows } = await office.pool.query(
    'select id from deliveries where schedule_id = $1 order by due_at',
    [id],
  )
  office.letta.fail('agent-1', undefined)
  await office.prompts.delivery.deliver({ id: rows[0].id, forced: true })
  office.letta.fail('agent-1', 500)
  office.clock.advance(600)
  await execute(office)
  office.letta.fail('agent-1', undefined)
  for (let run = 0; run < 3; run++) {
    office.clock.advance(600)
    await execute(office)
  }
  expect(office.letta.messages).toHaveLength(3)
})

describe('pause', () => {
  test.each(['skip', 'queue', 'allow'])(
    'a run that was written ahead is not lost with %s',
    async (overlap) => {
      const office = await open({ database: undefined })
      const { id } = await every(office, '10m', { overlap })
      office.clock.advance(598)
      const ahead = { aheadMs: 2500, limit: 10, catchUpPerSecond: 100 }
      expect(await runDue(office.db, { now: office.clock.now, ...ahead })).toHaveLength(1)
      await pauseSchedule(where(office), id)
      await resumeSchedule(where(office), id)
      expect(await execute(office)).toEqual([])
      office.clock.advance(3)
      expect(await execute(office)).toMatchObject([{ delivered: true }])
      expect(office.letta.messages).toHaveLength(1)
    },
  )

  test.each(['a schedule', 'a workspace'])(
    'no run after end_at: %s paused before it',
    async (what) => {
      const office = await open()
      const { id } = await every(office, '10s', { end_at: '2030-01-01T00:00:35Z' })
      if (what === 'a schedule') await pauseSchedule(where(office), id)
      else await pauseWorkspace(where(office), 'A')
      office.clock.advance(20)
      await execute(office)
      office.clock.advance(20)
      if (what === 'a schedule') await resumeSchedule(where(office), id)
      else await resumeWorkspace(where(office), office.prompts)
      expect(await execute(office)).toEqual([])
      const { ended_as } = await getSchedule(office.db, office.workspaceId, id)
      expect(ended_as).toBe('finished')
    },
  )

  test('no run after end_at: an outage lasts longer', async () => {
    const office = await open()
    const { id } = await every(office, '10m', { end_at: '2030-01-01T00:35:00Z' })
    office.clock.advance(3600)
    expect(await execute(office)).toEqual([])
    const { ended_as } = await getSchedule(office.db, office.workspaceId, id)
    expect(ended_as).toBe('finished')
  })

  test('of one schedule: nothing is sent until it is resumed', async () => {
    const office = await open()
    const { id } = await every(office, '10m')
    await pauseSchedule(where(office), id)
    office.clock.advance(65 * 60)
    expect(await execute(office)).toEqual([])
    expect((await office.as('A').call('promptyoself_list')).schedules).toMatchObject([
      { active: true, paused: true },
    ])
    await resumeSchedule(where(office), id)
    expect(await execute(office)).toMatchObject([
      { delivered: true, next_run: '2030-01-01T01:10:00+00:00' },
    ])
  })

  test('holds a retry as well', async () => {
    const office = await open()
    office.letta.fail('agent-1', 500)
    const { id } = await every(office, '10m')
    office.clock.advance(601)
    await execute(office)
    await pauseSchedule(where(office), id)
    office.letta.fail('agent-1', undefined)
    expect(await execute(office)).toEqual([])
    await resumeSchedule(where(office), id)
    expect(await execute(office)).toMatchObject([{ delivered: true, repetition_count: 1 }])
  })

  test('of a whole workspace, at once, and of no other', async () => {
    const [paused, other] = [await open(), await open()]
    await every(paused, '10m')
    await every(other, '10m')
    expect(await pauseWorkspace(where(paused), 'A')).toBe(true)
    expect(await pauseWorkspace(where(paused), 'A')).toBe(false)
    paused.clock.advance(601)
    other.clock.advance(601)
    expect(await execute(paused)).toEqual([])
    expect(await execute(other)).toHaveLength(1)
    expect(await resumeWorkspace(where(paused), paused.prompts)).toBe(true)
    expect(await execute(paused)).toMatchObject([{ delivered: true }])
  })

  test('of a whole workspace can be seen', async () => {
    const office = await open()
    const { id } = await every(office, '10m')
    expect(await showPause(where(office))).toEqual({
      ...{ paused: false, paused_since: null, paused_by: null },
    })
    await pauseWorkspace(where(office), 'A')
    expect(await showPause(where(office))).toEqual({
      ...{ paused: true, paused_since: '2030-01-01T00:00:00+00:00', paused_by: 'A' },
    })
    const { schedules } = await office.as('A').call('promptyoself_list')
    expect(schedules).toMatchObject([
      { id, paused: true, state: 'paused', problem: expect.stringContaining('by A') },
    ])
    const { message } = await every(office, '20m')
    expect(message).toContain('paused since 2030-01-01T00:00:00+00:00')
    const { db, workspaceId, clock } = office
    const { runs } = await simulate(db, workspaceId, { now: clock.now, days: 1, outageHours: 0 })
    expect(runs).toEqual([])
  })

  test('a paused schedule can be cancelled', async () => {
    const office = await open()
    const { id } = await every(office, '10m')
    await pauseSchedule(where(office), id)
    await office.as('A').call('promptyoself_cancel', { schedule_id: id })
    await expect(resumeSchedule(where(office), id)).rejects.toThrow('has ended')
  })
})

describe('a change in place', () => {
  test('of the time keeps id and count', async () => {
    const office = await open()
    const { id } = await every(office, '10m')
    office.clock.advance(601)
    await execute(office)
    const changed = await changeSchedule(where(office), id, {
      cron: '0 9 * * *',
      timezone: 'Europe/Berlin',
    })
    expect(changed).toMatchObject({
      id,
      kind: 'cron',
      timezone: 'Europe/Berlin',
      repetition_count: 1,
    })
    expect(await nextRun(office, id)).toBe('2030-01-01T08:00:00.000Z')
    expect(await execute(office)).toEqual([])
  })

  test('of the prompt reaches what waits to be sent', async () => {
    const office = await open()
    office.letta.fail('agent-1', 500)
    const { id } = await every(office, '10m')
    office.clock.advance(601)
    await execute(office)
    await changeSchedule(where(office), id, { prompt: 'Better words' })
    office.letta.fail('agent-1', undefined)
    await execute(office)
    expect(office.letta.messages.map(({ text }) => text)).toEqual(['Better words'])
  })

  test('of the time gives up what failed at the old one', async () => {
    const office = await open()
    office.letta.fail('agent-1', 500)
    const { id } = await every(office, '10m')
    office.clock.advance(601)
    await execute(office)
    office.letta.fail('agent-1', undefined)
    await changeSchedule(where(office), id, { every: '1h' })
    expect(await execute(office)).toEqual([])
    office.clock.advance(3600)
    expect(await execute(office)).toMatchObject([{ delivered: true }])
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
    [{ end_at: '2030-01-01T00:05:00Z' }, 'before the first run'],
  ])('%j is refused and changes nothing', async (changes, words) => {
    const office = await open()
    const { id } = await every(office, '10m')
    const before = await getSchedule(office.db, office.workspaceId, id)
    await expect(changeSchedule(where(office), id, changes)).rejects.toThrow(words)
    expect(await getSchedule(office.db, office.workspaceId, id)).toEqual(before)
  })

  test('of somebody else’s schedule is not found', async () => {
    const [one, other] = [await open(), await open()]
    const { id } = await every(one, '10m')
    await expect(changeSchedule(where(other), id, { prompt: 'Mine' })).rejects.toThrow(
      `Schedule ${id} not found`,
    )
  })
})

test('run now delivers once more, beside the schedule’s own runs', async () => {
  const office = await open()
  const { id } = await every(office, '10m', { max_repetitions: 2 })
  office.clock.advance(60)
  await runNow(where(office), office.prompts, id)
  expect(await execute(office)).toMatchObject([
    { delivered: true, repetition_count: 0, next_run: '2030-01-01T00:10:00+00:00' },
  ])
  office.clock.advance(600)
  expect(await execute(office)).toMatchObject([{ delivered: true, repetition_count: 1 }])
  expect(office.letta.messages).toHaveLength(2)
})

test('an end date ends a schedule', async () => {
  const office = await open()
  await every(office, '10m', { end_at: '2030-01-01T00:20:00Z' })
  office.clock.advance(601)
  expect(await execute(office)).toMatchObject([{ next_run: '2030-01-01T00:20:00+00:00' }])
  office.clock.advance(600)
  expect(await execute(office)).toMatchObject([
    { delivered: true, next_run: null, completed: false },
  ])
  expect((await office.as('A').call('promptyoself_list')).count).toBe(0)
})

test('a preview shows the next runs and no more than there will be', async () => {
  const office = await open()
  const cron = { ...PROMPT, cron: '30 2 * * *', timezone: 'America/New_York' }
  office.clock.now = new Date('2030-03-08T12:00:00Z')
  const { id } = await office.as('A').call('promptyoself_schedule_cron', cron)
  const preview = async (schedule: number, count: number) =>
    previewRuns(await getSchedule(office.db, office.workspaceId, schedule), office.clock.now, count)
  // On 10 March 2030 there is no half past two.
  expect(await preview(id, 3)).toEqual([
    '2030-03-09T07:30:00+00:00',
    '2030-03-10T07:00:00+00:00',
    '2030-03-11T06:30:00+00:00',
  ])
  const twice = await every(office, '1h', { max_repetitions: 2 })
  expect(await preview(twice.id, 9)).toHaveLength(2)
})

test('a simulation shows what fires, and what an outage does to it', async () => {
  const office = await open()
  const skip = await every(office, '6h', { misfire: 'skip' })
  const once = await every(office, '6h')
  const all = await every(office, '6h', { misfire: 'all' })
  const count = async (outageHours: number) => {
    const { runs } = await simulate(office.db, office.workspaceId, {
      now: office.clock.now,
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

test('much to simulate keeps nobody waiting', async () => {
  const office = await open()
  const cron = { ...PROMPT, cron: '* * * * *', timezone: 'Europe/Berlin' }
  for (let n = 0; n < 20; n++) await office.as('A').call('promptyoself_schedule_cron', cron)
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const { db, workspaceId, clock } = office
  const found = await simulate(db, workspaceId, { now: clock.now, days: 14, outageHours: 0 })
  expect(found).toMatchObject({ count: 10_000, truncated: true })
  expect(found.runs.at(-1)?.at).toBe('2030-01-01T08:20:00+00:00')

  const rare = { ...PROMPT, cron: '0 */23 29 2 *', timezone: 'Europe/Berlin' }
  const { id } = await office.as('A').call('promptyoself_schedule_cron', rare)
  const runs = await previewRuns(await getSchedule(db, workspaceId, id), clock.now, 1000)
  clearInterval(watch)
  expect(runs).toHaveLength(1000)
  expect(longest).toBeLessThan(500)
})

test('one agent cannot make more schedules than its share', async () => {
  const office = await open({ settings: { schedulesPerAgent: 3 } })
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => every(office, '10m')))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const error = await office
    .as('A')
    .fail('promptyoself_schedule_every', { ...PROMPT, every: '10m' })
  expect(error).toMatchObject({
    code: 'conflict',
    suggestion: expect.stringContaining('QM_SCHEDULES_PER_AGENT'),
  })
  // Another one's share is its own, and a cancelled one makes room.
  await office.as('B').call('promptyoself_schedule_every', { ...PROMPT, every: '10m' })
  const [{ id }] = (await office.as('A').call('promptyoself_list')).schedules
  await office.as('A').call('promptyoself_cancel', { schedule_id: id })
  await every(office, '10m')
})

test('a prompt of a megabyte is refused', async () => {
  const office = await open()
  const error = await office
    .as('A')
    .fail('promptyoself_schedule_every', { ...PROMPT, prompt: 'x'.repeat(1_000_000), every: '5m' })
  expect(error.message).toContain('100000 characters')
  await every(office, '5m', { prompt: 'é'.repeat(100_000) })
})

describe('without a Letta', () => {
  const alone = () => open({ letta: undefined })

  test('an agent’s prompts come into its inbox, and stay until it acknowledges them', async () => {
    const { as, clock } = await alone()
    await as('Me').call('promptyoself_schedule_every', { prompt: 'Look at the mail', every: '5m' })
    clock.advance(301)
    await as('Me').call('promptyoself_execute')
    const { messages } = await as('Me').call('read_inbox')
    expect(messages).toMatchObject([
      { prompt: 'Look at the mail', due_at: '2030-01-01T00:05:00+00:00' },
    ])
    expect((await as('You').call('read_inbox')).messages).toEqual([])
    expect((await as('Me').call('read_inbox')).count).toBe(1)

    const { id } = messages[0]
    const foreign = await as('You').fail('acknowledge_prompt', { id })
    expect(foreign.code).toBe('not_found')
    await as('Me').call('acknowledge_prompt', { id })
    expect(await as('Me').call('read_inbox')).toMatchObject({ messages: [], count: 0, more: false })
    const again = await as('Me').call('acknowledge_prompt', { id })
    expect(again.status).toBe('success')
    for (const wrong of ['nonsense', '01a1e286-08fc-7f72-81cf-a0ada352f40d']) {
      expect((await as('Me').fail('acknowledge_prompt', { id: wrong })).code).toBe('not_found')
    }
  })

  test('the inbox is read in pages', async () => {
    const { as, clock } = await alone()
    for (let n = 0; n < 3; n++) {
      await as('Me').call('promptyoself_schedule_every', {
        prompt: `${n}`,
        every: '1s',
        max_repetitions: 1,
      })
      clock.advance(1)
      await as('Me').call('promptyoself_execute')
    }
    const page = await as('Me').call('read_inbox', { limit: 2 })
    expect(page).toMatchObject({
      messages: [{ prompt: '0' }, { prompt: '1' }],
      count: 2,
      more: true,
    })
  })

  test('any agent of the workspace can be sent prompts, and nobody else', async () => {
    const office = await alone()
    await office.hire('Colleague')
    const ask = { prompt: 'Hello', every: '5m' }
    await office.as('Me').call('promptyoself_schedule_every', { ...ask, agent_id: 'Colleague' })
    const error = await office
      .as('Me')
      .fail('promptyoself_schedule_every', { ...ask, agent_id: 'Stranger' })
    expect(error.message).toContain('Agent validation failed: there is no agent "Stranger"')
    expect(await office.as('Me').call('promptyoself_agents')).toMatchObject({
      agents: [{ id: 'Colleague' }],
    })
  })

  test('the operator is no agent', async () => {
    const { as } = await alone()
    const error = await as('root', { isRoot: true }).fail('promptyoself_schedule_every', {
      prompt: 'Hello',
      every: '5m',
    })
    expect(error.message).toMatch(/^agent_id is required and could not be inferred/)
  })

  test('what needs Letta says so', async () => {
    const office = await alone()
    await office.hire('Theirs', { letta_agent_id: 'agent-9' })
    const error = await office
      .as('Theirs')
      .fail('promptyoself_schedule_every', { prompt: 'Hello', every: '5m' })
    expect(error.message).toContain('no Letta server is configured')
    expect((await office.as('Me').fail('promptyoself_test')).message).toBe(
      'Failed to test connection: no Letta server is configured',
    )
    expect(await office.as('Me').call('health')).toMatchObject({
      status: 'healthy',
      letta_base_url: 'http://localhost:8283',
      auth_set: false,
    })
  })
})

describe('with a Letta', () => {
  test('an agent’s own id there is its default, and its own settings win', async () => {
    const office = await open()
    await office.hire('Theirs', { letta_agent_id: 'agent-1' })
    await office.hire('Mine', { deliver_to: { kind: 'inbox' } })
    const ask = { prompt: 'Hello', every: '5m' }
    await office.as('Theirs').call('promptyoself_schedule_every', ask)
    await office.as('Mine').call('promptyoself_schedule_every', ask)
    office.clock.advance(301)
    const executed = await execute(office)
    expect(executed).toMatchObject([
      { agent_id: 'agent-1', delivered: true },
      { agent_id: 'Mine', delivered: true },
    ])
    expect(office.letta.messages).toMatchObject([{ agentId: 'agent-1', text: 'Hello' }])
    expect((await office.as('Mine').call('read_inbox')).count).toBe(1)
  })

  test('an agent of the gateway that has no id there has its inbox, when it is named', async () => {
    const office = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    await office.hire('Bob')
    const ask = { prompt: 'Hello', every: '5m' }
    await office.as('Bob').call('promptyoself_schedule_every', { ...ask, agent_id: 'Bob' })
    office.clock.advance(301)
    expect(await execute(office)).toMatchObject([{ agent_id: 'Bob', delivered: true }])
    expect((await office.as('Bob').call('read_inbox')).messages).toMatchObject([
      { prompt: 'Hello' },
    ])
    expect(office.letta.messages).toEqual([])
  })

  test('connection, agents and upload', async () => {
    const office = await open()
    office.letta.add(...Array.from({ length: 250 }, (_, n) => `more-${n}`))
    expect(await office.as('A').call('promptyoself_test')).toMatchObject({
      status: 'success',
      message: 'Connected',
    })
    expect((await office.as('A').call('promptyoself_agents')).agents).toHaveLength(251)
    const source_code = 'def roll_d20() -> int:\n    """Roll."""\n    return 4\n'
    const answer = await office
      .as('A')
      .call('promptyoself_upload', { source_code, description: 'Rolls' })
    expect(answer).toEqual({ status: 'success', tool_id: 'tool-1', name: 'roll_d20' })
    expect(office.letta.tools).toMatchObject([{ source_code, description: 'Rolls' }])
    await office.letta.stop()
    expect((await office.as('A').fail('promptyoself_agents')).message).toBe(
      'Failed to list agents: Letta cannot be reached',
    )
  })

  test('upload can be switched off', async () => {
    const { as, letta } = await open({ settings: { mayUpload: false } })
    const error = await as('A').fail('promptyoself_upload', { source_code: 'def f(): pass' })
    expect([error.code, letta.tools]).toEqual(['forbidden', []])
  })

  test('a metadata key that is there and cannot be used is an error, not a guess', async () => {
    const office = await open({ settings: { agentIds: { LETTA_AGENT_ID: 'agent-1' } } })
    for (const metadata of [
      { agent_id: 7 },
      { agent: { id: {} } },
      { agentId: ['x'] },
      { letta_agent_id: 'x\u0000' },
    ]) {
      const error = await office
        .as('A', { metadata })
        .fail('promptyoself_schedule_every', { prompt: 'Hello', every: '5m' })
      expect(error.message).toContain('is not a usable agent id')
    }
  })
})

test('the list comes in pages', async () => {
  const office = await open()
  for (let n = 1; n <= 5; n++) await every(office, `${n}m`)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page: Answer = await office
      .as('A')
      .call('promptyoself_list', { limit: 2, ...(cursor && { cursor }) })
    seen.push(
      ...page.schedules.map(({ schedule_value }: Answer) => Number.parseInt(schedule_value, 10)),
    )
    cursor = page.next_cursor
  } while (cursor !== undefined)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})
