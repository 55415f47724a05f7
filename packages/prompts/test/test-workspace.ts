import { randomUUID } from 'node:crypto'
import { parseAllowList } from '@quartermaster/outbound'
import {
  type Answer,
  callerOf,
  callTool,
  type FreshDatabase,
  freshDatabase,
  type LettaDouble,
  redisUrl,
  silentLog,
  startLetta,
  TestClock,
} from '@quartermaster/testing'
import { type Caller, type Tool, ToolError } from '@quartermaster/toolkit'
import { expect, onTestFinished } from 'vitest'
import {
  DEFAULT_SETTINGS,
  openPrompts,
  type PromptServices,
  type PromptSettings,
  promptToolGroup,
} from '../src/index.ts'

export type { Answer }

export const BACKENDS = ['postgresql', 'redis'] as const
export type Backend = (typeof BACKENDS)[number]

type Options = {
  backend?: Backend
  /** Agents on a fake Letta server; undefined: no Letta. */
  letta?: readonly string[]
  /** The workspace that Letta belongs to; this one by default. */
  lettaWorkspace?: string
  settings?: Partial<PromptSettings>
  canWork?: boolean
  clock?: () => Date
  /** A database that several tests share, each in a workspace of its own. */
  database?: FreshDatabase
}

type AgentOptions = {
  metadata?: Record<string, unknown>
  isRoot?: boolean
  /** The agent's `allowed_tools`; everything by default. */
  allowed?: readonly string[]
}

/** Scheduled prompts in a new workspace, and agents that call their tools. */
export async function openTestWorkspace(options: Options = {}) {
  const { backend = 'postgresql', letta: agents, lettaWorkspace, settings, clock } = options
  const { canWork = true, database: shared } = options
  const database = shared ?? (await freshDatabase())
  const { db } = database
  const letta = agents && (await startLetta({ agents, token: 'secret-token' }))
  const testClock = new TestClock()
  const redis = backend === 'redis' ? await redisUrl() : undefined
  const name = randomUUID()
  const open = () =>
    openPrompts({
      db,
      databaseUrl: database.url,
      redisUrl: redis,
      allow: parseAllowList('127.0.0.1'),
      clock: clock ?? (() => testClock.now),
      log: silentLog,
      canWork,
      settings: {
        ...DEFAULT_SETTINGS,
        ...(letta && {
          letta: { baseUrl: letta.url, token: 'secret-token', workspace: lettaWorkspace ?? name },
        }),
        ...settings,
      },
    })
  let prompts = await open()
  onTestFinished(async () => {
    await prompts.close()
    await letta?.stop()
    if (shared === undefined) await database.close()
  })
  const { id: workspaceId } = await db
    .insertInto('workspaces')
    .values({ name })
    .returning('id')
    .executeTakeFirstOrThrow()

  const callerFor = (agent: string, { isRoot = false, allowed }: AgentOptions = {}): Caller => ({
    ...callerOf(workspaceId, agent),
    workspace: name,
    isRoot,
    access: {
      rules: isRoot ? [] : [{ allowed: allowed ?? null, denied: [] }],
      paths: null,
    },
  })

  const as = (agent: string, agentOptions: AgentOptions = {}) => {
    const { metadata = {} } = agentOptions
    const call = async (tool: string, parameters: Record<string, unknown> = {}): Promise<Answer> =>
      callTool(findTool(tool), parameters, {
        caller: callerFor(agent, agentOptions),
        services: { db, prompts },
        now: clock?.() ?? testClock.now,
        metadata,
      })
    const fail = (tool: string, parameters?: Record<string, unknown>): Promise<ToolError> =>
      call(tool, parameters).then(
        (answer) => expect.fail(`${tool} did not fail but answered ${JSON.stringify(answer)}`),
        (error) => {
          if (error instanceof ToolError) return error
          throw error
        },
      )
    return { call, fail }
  }

  return {
    db,
    pool: database.pool,
    url: database.url,
    workspaceId,
    clock: testClock,
    as,
    callerFor,
    name,
    letta: letta as LettaDouble,
    get prompts() {
      return prompts
    },
    async restart() {
      await prompts.close()
      prompts = await open()
    },
    createAgent: (agent: string, more: { deliver_to?: object; letta_agent_id?: string } = {}) =>
      db
        .insertInto('agents')
        .values({
          workspace_id: workspaceId,
          name: agent,
          letta_agent_id: more.letta_agent_id ?? null,
          deliver_to: more.deliver_to === undefined ? null : JSON.stringify(more.deliver_to),
        })
        .execute(),
    count: async (table: 'schedules' | 'deliveries' = 'schedules') => {
      const text = `select count(*)::int from ${table} where workspace_id = $1`
      return (await database.pool.query(text, [workspaceId])).rows[0].count as number
    },
  }
}

const findTool = (name: string) =>
  promptToolGroup.tools.find((tool) => tool.name === name) as Tool<PromptServices>

export type TestWorkspace = Awaited<ReturnType<typeof openTestWorkspace>>
