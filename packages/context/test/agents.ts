import { randomUUID } from 'node:crypto'
import type { Database } from '@quartermaster/db'
import {
  type Answer,
  callerOf,
  callTool,
  callToolIn,
  type FreshDatabase,
  findTool,
  freshDatabase,
  TestClock,
  toolErrorOf,
} from '@quartermaster/testing'
import type { Call, ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { contextToolGroup, sweepContext } from '../src/index.ts'
import { hashOf } from '../src/reader.ts'

export { type Answer, callerOf } from '@quartermaster/testing'

export type Agent = {
  call(name: string, input?: Record<string, unknown>): Promise<Answer>
  /** The ToolError of the call. */
  fail(name: string, input?: Record<string, unknown>): Promise<ToolError>
  /** The `context` of get_context without keys. */
  sees(): Promise<Record<string, unknown>>
}

export type Workspace = {
  readonly id: string
  readonly clock: TestClock
  as(agent: string): Agent
  /** Registers agents, as POST /v1/agents does. */
  register(...names: string[]): Promise<void>
}

export type Store = {
  readonly db: Database
  /** A new workspace, so that tests do not affect each other. */
  workspace(): Promise<Workspace>
  sweep(workspace: Workspace): ReturnType<typeof sweepContext>
}

/** A database for the tests of one file, or for each test if they move the time of all workspaces. */
export function useStore(per: 'file' | 'test' = 'file'): () => Store {
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  let database: FreshDatabase
  before(async () => {
    database = await freshDatabase()
  })
  after(() => database.close())
  return () => ({
    db: database.db,
    workspace: () => openWorkspace(database.db),
    sweep: ({ clock }) => sweepContext(database.db, clock.now),
  })
}

async function openWorkspace(db: Database): Promise<Workspace> {
  const { id } = await db
    .insertInto('workspaces')
    .values({ name: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const clock = new TestClock()
  const register = async (...names: string[]) => {
    await db
      .insertInto('agents')
      .values(names.map((name) => ({ name, workspace_id: id })))
      .execute()
  }
  return { id, clock, register, as: (agent) => agentOf(db, id, agent, clock) }
}

function agentOf(db: Database, workspaceId: string, agent: string, clock: TestClock): Agent {
  const call = (name: string, input: Record<string, unknown> = {}): Promise<Answer> =>
    run(db, name, input, { caller: callerOf(workspaceId, agent), now: clock.now })
  return {
    call,
    fail: (name, input) => toolErrorOf(call(name, input)),
    sees: async () => (await call('get_context')).context,
  }
}

type Who = Pick<Call<unknown>, 'caller' | 'now'>

/** Steps in the transaction of a write, before and after the handler. */
type Around = { before?: (trx: Database) => Promise<void>; after?: () => Promise<void> }

/** Calls a tool as the gateway does after authentication. */
export const run = (
  db: Database,
  name: string,
  parameters: Record<string, unknown>,
  who: Who,
  { before, after }: Around = {},
): Promise<Answer> =>
  callTool(find(name), parameters, {
    ...who,
    services: { db },
    aroundWrite: async (trx, handle) => {
      await before?.(trx)
      const answer = await handle()
      await after?.()
      return answer
    },
  })

const find = (name: string) => findTool(contextToolGroup.tools, name)

/** A transaction with an assigned id that stays open until the test ends it. */
export async function holdTransaction({ db }: Store, { id, clock }: Workspace) {
  const trx = await db.startTransaction().execute()
  const { rows } = await sql<{ xid: string }>`
    select pg_current_xact_id()::xid::text as xid`.execute(trx)
  return {
    /** Resolves when a statement waits for this transaction to end. */
    isAwaited: () =>
      expect
        .poll(
          async () => {
            const waiting = await sql`
              select from pg_locks
              where transactionid = ${rows[0]?.xid}::xid and not granted`.execute(db)
            return waiting.rows.length
          },
          { timeout: 20_000, interval: 10 },
        )
        .toBe(1),
    call: (agent: string, name: string, input: Record<string, unknown>): Promise<Answer> =>
      callToolIn(trx, find(name), input, {
        caller: callerOf(id, agent),
        now: clock.now,
        services: { db },
      }),
    commit: () => trx.commit().execute(),
    rollback: () => trx.rollback().execute(),
  }
}

export const keysOf = (answer: Answer): string[] =>
  answer.context_keys.map((entry: { key: string }) => entry.key)

/** Keys in the order in which every transaction locks them. */
export const inLockOrder = (keys: readonly string[]): string[] =>
  keys.toSorted((one, other) => Buffer.compare(hashOf(one), hashOf(other)))

/** Resolves when a statement of this database waits for a lock. */
export const isWaiting = ({ db }: Store) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(1)
