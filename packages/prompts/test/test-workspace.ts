import { randomUUID } from 'node:crypto'
import { parseAllowList } from '@quartermaster/outbound'
import {
  type Answer,
  callerOf,
  callTool,
  type FreshDatabase,
  findTool,
  freshDatabase,
  type LettaDouble,
  redisUrl,
  silentLog,
  startLetta,
  TestClock,
  toolErrorOf,
} from '@quartermaster/testing'
import type { ToolError } from '@quartermaster/toolkit'
import { onTestFinished } from 'vitest'
import {
  DEFAULT_SETTINGS,
  openPrompts,
  type PromptSettings,
  promptToolGroup,
} from '../src/index.ts'

export { type Answer, silentLog as silent } from '@quartermaster/testing'

export const BACKENDS = ['postgresql', 'redis'] as const
export type Backend = (typeof BACKENDS)[number]

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
  const standing = new TestClock()
  const redis = backend === 'redis' ? await redisUrl() : undefined
  const open = () =>
    openPrompts({
      db,
      databaseUrl: database.url,
      redisUrl: redis,
      allow: parseAllowList('127.0.0.1'),
      clock: clock ?? (() => standing.now),
      log: silentLog,
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
    const call = (name: string, parameters: Record<string, unknown> = {}): Promise<Answer> =>
      callTool(findTool(promptToolGroup.tools, name), parameters, {
        caller: { ...callerOf(workspaceId, agent), isRoot },
        services: { db, prompts },
        now: clock?.() ?? standing.now,
        metadata,
      })
    const fail = (name: string, parameters?: Record<string, unknown>): Promise<ToolError> =>
      toolErrorOf(call(name, parameters))
    return { call, fail }
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
