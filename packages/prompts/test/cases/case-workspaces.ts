import { type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { afterAll, beforeAll } from 'vitest'
import { type Backend, openTestWorkspace } from '../test-workspace.ts'

// Each title of a test in this folder starts with the id of its case; see docs/cases.md.

export const EVERY = { agent_id: 'agent-1', prompt: 'Hello' }
const START = new Date('2030-01-01T00:00:00Z')
export const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

/** One database for the tests of a back end; each test opens a workspace of its own in it. */
export function useCaseWorkspaces(backend: Backend) {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())
  return (options: Parameters<typeof openTestWorkspace>[0] = {}) =>
    openTestWorkspace({ backend, database, letta: ['agent-1', 'agent-2'], ...options })
}
