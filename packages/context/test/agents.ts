import { randomUUID } from 'node:crypto'
import { type Database, inTransaction } from '@quartermaster/db'
import { freshDatabase } from '@quartermaster/testing'
import { type Call, readInput, stringifyJson, type Tool, ToolError } from '@quartermaster/toolkit'
import { afterAll, beforeAll, expect } from 'vitest'
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
  readonly url: string
  /** One of its own per test: they do not see each other. */
  workspace(): Promise<Workspace>
  sweep(workspace: Workspace): ReturnType<typeof sweepContext>
}

/** A database for the tests of one file. */
export function useStore(): () => Store {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())
  return () => ({
    db: database.db,
    url: database.url,
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
      caller: { workspaceId, agent } as Call<unknown>['caller'],
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

/** What the gateway does with a call once it knows the caller. */
export async function run(
  db: Database,
  name: string,
  parameters: Record<string, unknown>,
  { caller, now }: Pick<Call<unknown>, 'caller' | 'now'>,
): Promise<unknown> {
  const tool = contextToolset.tools.find((tool) => tool.name === name) as Tool<ContextServices>
  const input = readInput(tool, parameters)
  const handle = (services: ContextServices) =>
    tool.handler(input, {
      caller,
      services,
      now,
      signal: new AbortController().signal,
      requestId: 'test',
      metadata: {},
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })
  return tool.effect === 'read'
    ? handle({ db })
    : inTransaction(db, tool.timeoutSeconds * 1000, (trx) => handle({ db: trx }))
}

export const keysOf = (answer: Answer): string[] =>
  answer.context_keys.map((entry: { key: string }) => entry.key)
