import {
  containsText,
  type Database,
  type DB,
  sortedList,
  sortKey,
  type Tx,
} from '@quartermaster/db'
import {
  type ListRequest,
  type Page,
  pageSize,
  readSorting,
  toSortedPage,
} from '@quartermaster/toolkit'
import { type Insertable, type Selectable, sql } from 'kysely'
import { checkNewName, isName, nameTaken, notFound } from '../name.ts'
import { checkRole } from './roles.ts'

export type Agent = Omit<Selectable<DB['agents']>, 'workspace_id'>

/** The columns that can change. `name` cannot: other tables refer to agents by name. */
export type AgentChanges = Partial<
  Pick<
    Insertable<DB['agents']>,
    'role' | 'allowed_tools' | 'denied_tools' | 'letta_agent_id' | 'deliver_to'
  >
>

export type NewAgent = AgentChanges & { name: string }

const COLUMNS = [
  'id',
  'name',
  'role',
  'allowed_tools',
  'denied_tools',
  'letta_agent_id',
  'deliver_to',
  'created_at',
  'updated_at',
] as const

export async function createAgent(
  db: Database,
  workspaceId: string,
  agent: NewAgent,
): Promise<Agent> {
  checkNewName('agent', agent.name)
  await checkRole(db, workspaceId, agent.role)
  const created = await db
    .insertInto('agents')
    .values({ ...agent, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (created === undefined) throw nameTaken('agent', agent.name)
  return created
}

export async function findAgent(
  db: Database,
  workspaceId: string,
  name: string,
): Promise<Agent | undefined> {
  if (!isName(name)) return undefined
  return db
    .selectFrom('agents')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function getAgent(db: Database, workspaceId: string, name: string): Promise<Agent> {
  const agent = await findAgent(db, workspaceId, name)
  if (agent !== undefined) return agent
  throw notFound('agent', name, await listAgentNames(db, workspaceId))
}

/** Locks the agent until the transaction ends. Throws for an unknown agent. */
export async function lockAgent(trx: Tx, workspaceId: string, name: string): Promise<Agent> {
  const agent = isName(name)
    ? await trx
        .selectFrom('agents')
        .select(COLUMNS)
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (agent === undefined) throw notFound('agent', name)
  return agent
}

/** Names of agents to compare a misspelt one with. */
export async function listAgentNames(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('agents')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .limit(1000)
    .execute()
  return rows.map(({ name }) => name)
}

const NAME = sortKey.text(sql`name`)

export const AGENT_ORDERS = {
  name: [NAME],
  role: [sortKey.text(sql`coalesce(role, '')`), NAME],
  created_at: [sortKey.time(sql`created_at`), NAME],
  updated_at: [sortKey.time(sql`updated_at`), NAME],
}

export async function listAgents(
  db: Database,
  workspaceId: string,
  request: ListRequest = {},
): Promise<Page<Agent>> {
  const sorting = readSorting(request, AGENT_ORDERS, { sortBy: 'name' })
  const { isAfter, orderBy, position } = sortedList(sorting)
  const rows = await agentsWith(db, workspaceId, request)
    .select(COLUMNS)
    .select(position.as('position'))
    .where(isAfter)
    .orderBy(orderBy)
    .limit(pageSize(request) + 1)
    .execute()
  return toSortedPage(rows, request, sorting)
}

export async function countAgents(
  db: Database,
  workspaceId: string,
  request: ListRequest,
): Promise<number> {
  const { count } = await agentsWith(db, workspaceId, request)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const agentsWith = (db: Database, workspaceId: string, { search }: ListRequest) =>
  db
    .selectFrom('agents')
    .where('workspace_id', '=', workspaceId)
    .$if(search !== undefined, (query) => query.where(containsText(search ?? '', sql`name`)))

/** Changes the given columns. Throws for an unknown agent. */
export async function updateAgent(
  db: Database,
  workspaceId: string,
  name: string,
  changes: AgentChanges,
): Promise<Agent> {
  if (!isName(name)) throw notFound('agent', name)
  await checkRole(db, workspaceId, changes.role)
  const agent = await db
    .updateTable('agents')
    .set({ ...changes, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (agent === undefined) throw notFound('agent', name)
  return agent
}

/**
 * Deletes an agent with its keys and returns it. A trigger also removes everything addressed to its name, so that
 * an agent registered later under the same name starts with nothing. Throws for an unknown agent.
 */
export async function deleteAgent(db: Database, workspaceId: string, name: string): Promise<Agent> {
  const deleted = isName(name)
    ? await db
        .deleteFrom('agents')
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .returning(COLUMNS)
        .executeTakeFirst()
    : undefined
  if (deleted === undefined) throw notFound('agent', name)
  return deleted
}
