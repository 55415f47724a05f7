import { freshDatabase } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabaseClock } from '../src/index.ts'

const DAY_MS = 24 * 3_600_000

async function open() {
  const database = await freshDatabase()
  const skews: number[] = []
  const clock = await openDatabaseClock({
    db: database.db,
    onSkew: (skewMs) => skews.push(skewMs),
  })
  onTestFinished(async () => {
    await clock.close()
    await database.close()
  })
  const databaseTime = async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db)
    return (rows[0]?.now ?? new Date(0)).getTime()
  }
  return { clock, skews, databaseTime }
}

test('A11: a machine that is 40 days ahead has the time of the database', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY_MS })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { clock, skews, databaseTime } = await open()
  const before = await databaseTime()
  const now = clock.now().getTime()
  const after = await databaseTime()
  expect(now).toBeGreaterThan(before - 1000)
  expect(now).toBeLessThan(after + 1000)
  expect(skews).toHaveLength(1)
  expect(skews[0]).toBeGreaterThan(39 * DAY_MS)
})

test('setting the machine’s clock changes nothing', async () => {
  const { clock, skews } = await open()
  const before = clock.now().getTime()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * DAY_MS })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const passed = clock.now().getTime() - before
  expect(passed).toBeGreaterThanOrEqual(0)
  expect(passed).toBeLessThan(DAY_MS)
  expect(skews).toEqual([])
})
