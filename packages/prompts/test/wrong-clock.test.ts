import { openDatabaseClock } from '@quartermaster/db'
import { eventually, freshDatabase } from '@quartermaster/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BACKENDS, openTestWorkspace } from './test-workspace.ts'

const DAY_MS = 24 * 3_600_000

test.each(BACKENDS)(
  'A11: a worker on %s whose machine is 40 days ahead delivers what is due and nothing else',
  async (backend) => {
    const database = await freshDatabase()
    const time = new Date(Date.now() + DAY_MS).toISOString()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * DAY_MS })
    const databaseClock = await openDatabaseClock({ db: database.db })
    const { as, prompts } = await openTestWorkspace({ backend, database, clock: databaseClock.now })
    onTestFinished(async () => {
      await databaseClock.close()
      await database.close()
      vi.useRealTimers()
    })
    await prompts.startWorker()
    const me = as('Me')
    await me.call('promptyoself_schedule_time', { prompt: 'tomorrow', time })
    await me.call('promptyoself_schedule_every', {
      prompt: 'now',
      every: '1s',
      max_repetitions: 1,
    })
    await eventually(async () => {
      const { messages } = await me.call('read_inbox')
      expect(messages).toMatchObject([{ prompt: 'now' }])
    })
    const { schedules } = await me.call('promptyoself_list')
    expect(schedules).toMatchObject([{ prompt_text: 'tomorrow', state: 'active', last_run: null }])
  },
)
