import { type ArrayType, arrayLiteral, arrayParameter, type Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { LISTED } from './list-tool-calls.ts'

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

/** The columns of a batch, in the order of the statement's parameters. */
const COLUMNS = {
  workspace_id: 'uuid',
  agent: 'text',
  key_id: 'text',
  tool: 'text',
  path: 'text',
  request_id: 'text',
  trace_id: 'text',
  status: 'int',
  code: 'text',
  error: 'text',
  suggestion: 'text',
  answer: 'text',
  milliseconds: 'real',
  request_bytes: 'int',
  response_bytes: 'int',
  arguments: 'text',
  replayed: 'boolean',
  called_at: 'timestamptz',
} as const satisfies Record<keyof ToolCall, ArrayType>

const NAMES = Object.keys(COLUMNS) as (keyof ToolCall)[]

/**
 * One statement for any number of calls: each column is an array. Counts are written in the
 * order of their key, so that two processes cannot wait for each other. Nobody waits for the rows, so the
 * commit does not wait for the disk.
 * Reads: workspaces. Locks and writes: call_counts. Writes: tool_calls, and notifies event streams.
 */
export async function saveToolCalls(db: Database, calls: readonly ToolCall[]): Promise<void> {
  const arrays = NAMES.map((name) =>
    arrayParameter(arrayLiteral(calls.map((call) => call[name])), COLUMNS[name]),
  )
  await sql`
    with batch as (
      select * from unnest(${sql.join(arrays)})
        with ordinality as call (${sql.join([...NAMES, 'ordinality'].map((name) => sql.ref(name)))})
      where call.workspace_id is null
        or exists (select from workspaces where workspaces.id = call.workspace_id)
    ), saved as (
      insert into tool_calls (workspace_id, agent, key_id, tool, path, request_id, trace_id, status, code,
        error, suggestion, answer, milliseconds, request_bytes, response_bytes, arguments, replayed, called_at)
      select workspace_id, agent, key_id, tool, path, request_id, trace_id, status, code,
        error, suggestion, answer, milliseconds, request_bytes, response_bytes, arguments, replayed, called_at
      from batch
      order by ordinality
    ), counted as (
      insert into call_counts (workspace_id, starts_at, tool, agent, code, duration, calls, replayed,
        request_bytes, response_bytes)
      select workspace_id, date_trunc('minute', called_at, 'UTC'), tool, coalesce(agent, ''),
        coalesce(code, ''), call_duration_class(milliseconds), count(*), count(*) filter (where replayed),
        sum(request_bytes), sum(response_bytes)
      from batch
      where workspace_id is not null
      group by 1, 2, 3, 4, 5, 6
      order by 1, 2, 3, 4, 5, 6
      on conflict (workspace_id, starts_at, tool, agent, code, duration) do update set
        calls = call_counts.calls + excluded.calls,
        replayed = call_counts.replayed + excluded.replayed,
        request_bytes = call_counts.request_bytes + excluded.request_bytes,
        response_bytes = call_counts.response_bytes + excluded.response_bytes
    )
    select pg_notify(${EVENTS_CHANNEL}, ''), set_config('synchronous_commit', 'off', true)`.execute(
    db,
  )
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
