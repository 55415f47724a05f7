import { randomUUID } from 'node:crypto'
import { type Database, inTransaction } from '@quartermaster/db'
import { type FreshDatabase, freshDatabase } from '@quartermaster/testing'
import { type Call, readInput, stringifyJson, type Tool, ToolError } from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type ContextServices, contextToolset, sweepContext } from '../src/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the reply it asks for.
export type Answer = any

/** Time that stands still until a test moves it. */
export class Clock {
  now = new Date('2030-01-01T00:00:00Z')

  advance(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }
}

export type Agent = {
  call(name: string, input?: Record<string, unknown>): Promise<Answer>
  /** The error that the call ends in. */
  fail(name: string, input?: Record<string, unknown>): Promise<ToolError>
  /** What get_context shows of everything. */
  sees(): Promise<Record<string, unknown>>
}

export type Workspace = {
  readonly id: string
  readonly clock: Clock
  as(agent: string): Agent
}

export type Store = {
  readonly db: Database
  /** One of its own per test: they do not see each other. */
  workspace(): Promise<Workspace>
  sweep(workspace: Workspace): ReturnType<typeof sweepContext>
}

/** A database for the tests of one file, or one for each where time must run for all alike. */
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
  const clock = new Clock()
  return { id, clock, as: (agent) => agentOf(db, id, agent, clock) }
}

function agentOf(db: Database, workspaceId: string, agent: string, clock: Clock): Agent {
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Answer> => {
    const answer = await run(db, name, input, {
      caller: callerOf(workspaceId, agent),
      now: clock.now,
    })
    // As it goes out: what is not JSON would be lost here too.
    return JSON.parse(stringifyJson(answer))
  }
  return {
    call,
    fail: (name, input) =>
      call(name, input).then(
        (answer) => expect.fail(`${name} did not fail but answered ${JSON.stringify(answer)}`),
        (error) => {
          if (!(error instanceof ToolError)) throw error
          return error
        },
      ),
    sees: async () => (await call('get_context')).context,
  }
}

type Who = Pick<Call<unknown>, 'caller' | 'now'>

/** What a test does in the transaction of a write, around the tool's own work. */
type Around = { before?: (trx: Database) => Promise<void>; after?: () => Promise<void> }

/** What the gateway does with a call once it knows the caller. */
export async function run(
  db: Database,
  name: string,
  parameters: Record<string, unknown>,
  who: Who,
  { before, after }: Around = {},
): Promise<unknown> {
  const tool = find(name)
  if (tool.effect === 'read') return handle(tool, db, parameters, who)
  return inTransaction(db, tool.timeoutSeconds * 1000, async (trx) => {
    await before?.(trx)
    const answer = await handle(tool, trx, parameters, who)
    await after?.()
    return answer
  })
}

function find(name: string): Tool<ContextServices> {
  const tool = contextToolset.tools.find((tool) => tool.name === name)
  return tool ?? expect.fail(`There is no tool ${name}`)
}

function handle(tool: Tool, db: Database, parameters: Record<string, unknown>, who: Who) {
  return tool.handler(readInput(tool, parameters), {
    ...who,
    services: { db },
    signal: new AbortController().signal,
    requestId: 'test',
    metadata: {},
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
}

/** A transaction that has its number already, and stays open as long as the test wants. */
export async function holdTransaction({ db }: Store, { id, clock }: Workspace) {
  const trx = await db.startTransaction().execute()
  await sql`select pg_current_xact_id()`.execute(trx)
  return {
    call: (agent: string, name: string, input: Record<string, unknown>): Promise<Answer> =>
      handle(find(name), trx, input, { caller: callerOf(id, agent), now: clock.now }),
    commit: () => trx.commit().execute(),
    rollback: () => trx.rollback().execute(),
  }
}

export const callerOf = (workspaceId: string, agent: string) =>
  ({ workspaceId, agent }) as Call<unknown>['caller']

export const keysOf = (answer: Answer): string[] =>
  answer.context_keys.map((entry: { key: string }) => entry.key)
