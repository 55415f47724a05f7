import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'

export type ToolCall = {
  /** Null, like `agent` and `key_id`, for a call without a valid key. */
  readonly workspace_id: string | null
  readonly agent: string | null
  readonly key_id: string | null
  readonly tool: string
  readonly path: string
  readonly request_id: string
  readonly trace_id: string | null
  readonly status: number
  readonly code: string | null
  readonly error: string | null
  readonly suggestion: string | null
  /** The beginning of the answer. */
  readonly answer: string | null
  readonly milliseconds: number
  readonly request_bytes: number
  readonly response_bytes: number
  readonly arguments: string
  readonly replayed: boolean
  readonly called_at: Date
}

/** The NOTIFY channel that wakes event streams. */
export const EVENTS_CHANNEL = 'quartermaster_events'

/**
 * One statement for any number of calls: they travel as one JSON parameter.
 * Reads: workspaces. Locks: nothing. Writes: tool_calls, and notifies event streams.
 */
export async function saveToolCalls(db: Database, calls: readonly ToolCall[]): Promise<void> {
  await sql`
    with saved as (
    insert into tool_calls (workspace_id, agent, key_id, tool, path, request_id, trace_id, status, code, error,
      suggestion, answer, milliseconds, request_bytes, response_bytes, arguments, replayed, called_at)
    select workspace_id, agent, key_id, tool, path, request_id, trace_id, status, code, error,
      suggestion, answer, milliseconds, request_bytes, response_bytes, arguments, replayed, called_at
    from json_populate_recordset(null::tool_calls, ${JSON.stringify(calls)}) with ordinality as call
    where call.workspace_id is null
      or exists (select from workspaces where workspaces.id = call.workspace_id)
    order by call.ordinality
    )
    select pg_notify(${EVENTS_CHANNEL}, '')`.execute(db)
}

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

// All but `answer`, which only a single call shows.
const LISTED = [
  'id',
  'agent',
  'key_id',
  'tool',
  'path',
  'request_id',
  'trace_id',
  'status',
  'code',
  'error',
  'suggestion',
  'milliseconds',
  'request_bytes',
  'response_bytes',
  'arguments',
  'replayed',
  'called_at',
] as const

/** A call with its answer; `only` restricts it to those of an agent. */
export function findToolCall(
  db: Database,
  workspaceId: string,
  id: number,
  { only, withoutWorkspace }: Pick<CallFilter, 'only' | 'withoutWorkspace'>,
) {
  return db
    .selectFrom('tool_calls')
    .select([...LISTED, 'answer'])
    .where('id', '=', id)
    .where((where) =>
      withoutWorkspace
        ? where.or([where('workspace_id', '=', workspaceId), where('workspace_id', 'is', null)])
        : where('workspace_id', '=', workspaceId),
    )
    .$if(only !== undefined, (query) => query.where('agent', '=', only ?? ''))
    .executeTakeFirst()
}

/** Newest first; `before` is the last id of the previous page. */
export function listToolCalls(
  db: Database,
  workspaceId: string,
  filter: CallFilter,
  before: number | undefined,
  limit: number,
) {
  const { only, withoutWorkspace, agent, tool, code, since, until, outcome } = filter
  const { request_id, trace_id } = filter
  return db
    .selectFrom('tool_calls')
    .select(LISTED)
    .where((where) =>
      withoutWorkspace
        ? where.or([where('workspace_id', '=', workspaceId), where('workspace_id', 'is', null)])
        : where('workspace_id', '=', workspaceId),
    )
    .$if(only !== undefined, (query) => query.where('agent', '=', only ?? ''))
    .$if(agent !== undefined, (query) => query.where('agent', '=', agent ?? ''))
    .$if(tool !== undefined, (query) => query.where('tool', '=', tool ?? ''))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .$if(request_id !== undefined, (query) => query.where('request_id', '=', request_id ?? ''))
    .$if(trace_id !== undefined, (query) => query.where('trace_id', '=', trace_id ?? ''))
    .$if(since !== undefined, (query) => query.where('called_at', '>=', since ?? new Date()))
    .$if(until !== undefined, (query) => query.where('called_at', '<', until ?? new Date()))
    .$if(outcome === 'ok', (query) => query.where('code', 'is', null))
    .$if(outcome === 'error', (query) => query.where('code', 'is not', null))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const EVENT_PAGE = 500

/**
 * Calls after an id, oldest first, and the id to continue from. Without an id, only the latter.
 * Processes may commit their batches in another order than their ids: callers read with overlap.
 */
export async function listNewToolCalls(
  db: Database,
  workspaceId: string,
  agent: string | undefined,
  after: number | undefined,
) {
  if (after === undefined) {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(id), 0) as last from tool_calls`.execute(db)
    return { calls: [], lastId: rows[0]?.last ?? 0 }
  }
  const calls = await db
    .selectFrom('tool_calls')
    .select(LISTED)
    .where('workspace_id', '=', workspaceId)
    .$if(agent !== undefined, (query) => query.where('agent', '=', agent ?? ''))
    .where('id', '>', after)
    .orderBy('id')
    .limit(EVENT_PAGE)
    .execute()
  return { calls, lastId: calls.at(-1)?.id ?? after }
}

const BATCH = 10_000

/** Deletes rows that are older than `oldest` or beyond the newest `rows`, counted by id. */
export async function sweepToolCalls(
  db: Database,
  { oldest, rows }: { oldest: Date; rows: number },
): Promise<number> {
  const result = await sql`
    delete from tool_calls where id in (
      select id from tool_calls
      where called_at < ${oldest} or id <= (select max(id) from tool_calls) - ${rows}
      order by id limit ${BATCH}
    )`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
