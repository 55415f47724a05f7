import { randomUUID } from 'node:crypto'
import { inTransaction } from '@quartermaster/db'
import { parseAllowList } from '@quartermaster/outbound'
import {
  type FreshDatabase,
  freshDatabase,
  type LettaDouble,
  redisUrl,
  startLetta,
} from '@quartermaster/testing'
import { type Call, readInput, stringifyJson, type Tool, ToolError } from '@quartermaster/toolkit'
import { expect, onTestFinished } from 'vitest'
import {
  DEFAULT_SETTINGS,
  openPrompts,
  type PromptServices,
  type PromptSettings,
  promptTools,
} from '../src/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the reply it asks for.
export type Answer = any

export const BACKENDS = ['postgresql', 'redis'] as const
export type Backend = (typeof BACKENDS)[number]

/** Time that stands still until a test moves it. */
export class Clock {
  now = new Date('2030-01-01T00:00:00Z')

  advance(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }
}

export const silent = { debug() {}, info() {}, warn() {}, error() {} }

type Options = {
  backend?: Backend
  /** Agents on a Letta double; undefined: there is no Letta. */
  letta?: readonly string[]
  settings?: Partial<PromptSettings>
  clock?: () => Date
  /** One that several tests share, each in a workspace of its own. */
  database?: FreshDatabase
}

type AgentOptions = { metadata?: Record<string, unknown>; isRoot?: boolean }

/** Scheduled prompts on a database of their own, and agents to call their tools. */
export async function openOffice(options: Options = {}) {
  const { backend = 'postgresql', letta: agents, settings, clock, database: shared } = options
  const database = shared ?? (await freshDatabase())
  const { db } = database
  const letta = agents && (await startLetta({ agents, token: 'secret-token' }))
  const standing = new Clock()
  const redis = backend === 'redis' ? await redisUrl() : undefined
  const open = () =>
    openPrompts({
      db,
      databaseUrl: database.url,
      redisUrl: redis,
      allow: parseAllowList('127.0.0.1'),
      clock: clock ?? (() => standing.now),
      log: silent,
      settings: {
        ...DEFAULT_SETTINGS,
        ...(letta && { letta: { baseUrl: letta.url, token: 'secret-token' } }),
        ...settings,
      },
    })
  let prompts = await open()
  onTestFinished(async () => {
    await prompts.close()
    await letta?.stop()
    if (shared === undefined) await database.close()
  })
  const workspace = randomUUID()
  const { id: workspaceId } = await db
    .insertInto('workspaces')
    .values({ name: workspace })
    .returning('id')
    .executeTakeFirstOrThrow()

  const as = (agent: string, { metadata = {}, isRoot = false }: AgentOptions = {}) => {
    const call = async (
      name: string,
      parameters: Record<string, unknown> = {},
    ): Promise<Answer> => {
      const caller = { workspaceId, agent, isRoot } as Call<unknown>['caller']
      const now = clock?.() ?? standing.now
      return JSON.parse(stringifyJson(await run(name, parameters, { caller, now, metadata })))
    }
    const fail = (name: string, parameters?: Record<string, unknown>): Promise<ToolError> =>
      call(name, parameters).then(
        (answer) => expect.fail(`${name} did not fail but answered ${JSON.stringify(answer)}`),
        (error) => {
          if (error instanceof ToolError) return error
          throw error
        },
      )
    return { call, fail }
  }

  /** What the gateway does with a call once it knows the caller. */
  async function run(
    name: string,
    parameters: Record<string, unknown>,
    call: Pick<Call<unknown>, 'caller' | 'now' | 'metadata'>,
  ): Promise<unknown> {
    const tool = promptTools.tools.find((tool) => tool.name === name) as Tool<PromptServices>
    const input = readInput(tool, parameters)
    const rest = { signal: new AbortController().signal, requestId: 'test', log: silent }
    const handle = (services: PromptServices) => tool.handler(input, { ...call, ...rest, services })
    if (tool.effect === 'read' || !tool.transactional) return handle({ db, prompts })
    return inTransaction(db, tool.timeoutSeconds * 1000, (trx) => handle({ db: trx, prompts }))
  }

  return {
    ...{ db, pool: database.pool, url: database.url, workspaceId, clock: standing, as },
    letta: letta as LettaDouble,
    get prompts() {
      return prompts
    },
    async restart() {
      await prompts.close()
      prompts = await open()
    },
    hire: (name: string, settings: { deliver_to?: object; letta_agent_id?: string } = {}) =>
      db
        .insertInto('agents')
        .values({
          workspace_id: workspaceId,
          name,
          letta_agent_id: settings.letta_agent_id ?? null,
          deliver_to:
            settings.deliver_to === undefined ? null : JSON.stringify(settings.deliver_to),
        })
        .execute(),
    count: async (table: 'schedules' | 'deliveries' = 'schedules') => {
      const text = `select count(*)::int from ${table} where workspace_id = $1`
      return (await database.pool.query(text, [workspaceId])).rows[0].count as number
    },
  }
}

export type Office = Awaited<ReturnType<typeof openOffice>>
