import { type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { afterAll, beforeAll } from 'vitest'
import { getSchedule } from '../src/index.ts'
import { type Answer, type Office, openOffice } from './test-workspace.ts'

/** One database for the tests of a file; each opens an office of its own in it. */
export function useOffices() {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())
  return (options: Parameters<typeof openOffice>[0] = {}) =>
    openOffice({ database, letta: ['agent-1'], ...options })
}

export const PROMPT = { agent_id: 'agent-1', prompt: 'Hello' }
export const every = ({ as }: Office, interval: string, more = {}): Promise<Answer> =>
  as('A').call('promptyoself_schedule_every', { ...PROMPT, every: interval, ...more })
export const execute = async ({ as }: Office): Promise<Answer[]> =>
  (await as('A').call('promptyoself_execute')).executed
export const where = ({ db, workspaceId, clock }: Office) => ({ db, workspaceId, now: clock.now })
export const nextRun = async (office: Office, id: number) => {
  const { db, workspaceId } = office
  return (await getSchedule(db, workspaceId, id)).next_run?.toISOString() ?? null
}
