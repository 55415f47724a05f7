import { containsText, type Database, type SortKey, sortedList, sortKey } from '@quartermaster/db'
import {
  type ListRequest,
  type Page,
  pageSize,
  readSorting,
  type Sorting,
  toSortedPage,
} from '@quartermaster/toolkit'
import { sql } from 'kysely'
import { loggedCalls, segmentOf } from './logged-calls.ts'
import { LOGGED_CALL } from './tool-call.ts'

export type CallFilter = {
  /** Restricts the rows to this agent, in addition to `agent`. */
  readonly only?: string
  /** Adds calls without a valid key, which belong to no workspace. */
  readonly withoutWorkspace?: boolean
  readonly agent?: string
  readonly tool?: string
  readonly code?: string
  readonly request_id?: string
  readonly trace_id?: string
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly outcome?: 'ok' | 'error'
}

export type CallsRequest = ListRequest & CallFilter

const ANSWER = 'answer'

/** The columns of a list. Only a single call shows its answer. */
export const LISTED = [
  'id' as const,
  ...LOGGED_CALL.filter((name): name is Exclude<typeof name, typeof ANSWER> => name !== ANSWER),
]

// Segments are numbered when they are written, so they follow the time of the calls.
const TIME = [sortKey.integer(sql`segment_id`), sortKey.integer(sql`ordinal`)]

export const CALL_ORDERS = {
  called_at: TIME,
  tool: [sortKey.text(sql`tool`), ...TIME],
  agent: [sortKey.text(sql`coalesce(agent, '')`), ...TIME],
  code: [sortKey.text(sql`coalesce(code, '')`), ...TIME],
  milliseconds: [sortKey.number(sql`milliseconds::float8`), ...TIME],
  response_bytes: [sortKey.integer(sql`response_bytes`), ...TIME],
}

/** The texts of calls have no index, so a search covers only this many of the newest calls. */
export const SEARCHED_CALLS = 100_000

/** A call with its answer; `only` restricts it to those of an agent. */
export const findToolCall = (
  db: Database,
  workspaceId: string,
  id: number,
  visible: Pick<CallFilter, 'only' | 'withoutWorkspace'>,
) =>
  callsWith(db, workspaceId, visible)
    .select([...LISTED, ANSWER])
    .where('segment_id', '=', segmentOf(id))
    .where('id', '=', id)
    .executeTakeFirst()

type ListedCall = Awaited<ReturnType<typeof selectCalls>>[number]

/** Newest first, unless the request says otherwise. */
export async function listToolCalls(
  db: Database,
  workspaceId: string,
  request: CallsRequest,
): Promise<Page<Omit<ListedCall, 'position'>>> {
  const sorting = readSorting(request, CALL_ORDERS, { sortBy: 'called_at', descending: true })
  return toSortedPage(await selectCalls(db, workspaceId, request, sorting), request, sorting)
}

function selectCalls(
  db: Database,
  workspaceId: string,
  request: CallsRequest,
  sorting: Sorting<SortKey>,
) {
  const { isAfter, orderBy, position } = sortedList(sorting)
  const { name, descending, after: [segment] = [] } = sorting
  return found(db, workspaceId, request)
    .select(LISTED)
    .select(position.as('position'))
    .where(isAfter)
    .$if(name === 'called_at' && segment !== undefined, (query) =>
      query.where('segment_id', descending ? '<=' : '>=', Number(segment)),
    )
    .orderBy(orderBy)
    .limit(pageSize(request) + 1)
    .execute()
}

export async function countToolCalls(
  db: Database,
  workspaceId: string,
  request: CallsRequest,
): Promise<number> {
  const { count } = await found(db, workspaceId, request)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The calls that pass the filters and the search. */
function found(db: Database, workspaceId: string, { search, ...filter }: CallsRequest) {
  const calls = callsWith(db, workspaceId, filter)
  if (search === undefined) return calls
  const newest = calls
    .select([...LISTED, 'segment_id', 'ordinal'])
    .orderBy('segment_id', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(SEARCHED_CALLS)
  return db
    .selectFrom(newest.as('call'))
    .where(
      containsText(
        search,
        sql`tool`,
        sql`coalesce(agent, '')`,
        sql`coalesce(error, '')`,
        sql`arguments`,
        sql`request_id`,
      ),
    )
}

function callsWith(
  db: Database,
  workspaceId: string,
  { only, withoutWorkspace, agent, tool, code, since, until, outcome, ...ids }: CallFilter,
) {
  const { request_id, trace_id } = ids
  return loggedCalls(db)
    .where((where) =>
      withoutWorkspace
        ? where.or([where('workspace_id', '=', workspaceId), where('workspace_id', 'is', null)])
        : where('workspace_id', '=', workspaceId),
    )
    .$if(only !== undefined, (query) => query.where(isOfAgent(only)))
    .$if(agent !== undefined, (query) => query.where(isOfAgent(agent)))
    .$if(tool !== undefined, (query) => query.where('tool', '=', tool ?? ''))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .$if(request_id !== undefined, (query) => query.where('request_id', '=', request_id ?? ''))
    .$if(trace_id !== undefined, (query) => query.where('trace_id', '=', trace_id ?? ''))
    .$if(since !== undefined, (query) =>
      query.where(sql<boolean>`last_at >= ${since} and called_at >= ${since}`),
    )
    .$if(until !== undefined, (query) =>
      query.where(sql<boolean>`first_at < ${until} and called_at < ${until}`),
    )
    .$if(outcome === 'ok', (query) => query.where('code', 'is', null))
    .$if(outcome === 'error', (query) => query.where('code', 'is not', null))
}

const isOfAgent = (agent = '') => sql<boolean>`${agent} = any (agents) and agent = ${agent}`
