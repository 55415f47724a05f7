import { type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { afterAll, beforeAll } from 'vitest'
import { getSchedule } from '../src/index.ts'
import { type Answer, openTestWorkspace, type TestWorkspace } from './test-workspace.ts'

/** One database for the tests of a file; each test opens a workspace of its own in it. */
export function useTestWorkspaces() {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())
  return (options: Parameters<typeof openTestWorkspace>[0] = {}) =>
    openTestWorkspace({ database, letta: ['agent-1'], ...options })
}

export const PROMPT = { agent_id: 'agent-1', prompt: 'Hello' }
export const every = ({ as }: TestWorkspace, interval: string, more = {}): Promise<Answer> =>
  as('A').call('promptyoself_schedule_every', { ...PROMPT, every: interval, ...more })
export const execute = async ({ as }: TestWorkspace): Promise<Answer[]> =>
  (await as('A').call('promptyoself_execute')).executed
/** The scope of changes by agent A, who creates the schedules of these tests. */
export const where = ({ db, workspaceId, clock, callerFor }: TestWorkspace) => ({
  db,
  caller: callerFor('A'),
  workspaceId,
  now: clock.now,
})
export const nextRun = async (workspace: TestWorkspace, id: number) => {
  const { db, workspaceId } = workspace
  return (await getSchedule(db, workspaceId, id)).next_run?.toISOString() ?? null
}
