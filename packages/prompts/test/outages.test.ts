import { describe, expect, test } from 'vitest'
import { getSchedule, simulate } from '../src/index.ts'
import { every, execute, nextRun, PROMPT, useOffices } from './workspaces.ts'

const open = useOffices()

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
