import {
  type ArrayType,
  arrayParameter,
  copyRows,
  type Database,
  inTransaction,
  RowBuffer,
  statement,
} from '@quartermaster/db'
import { sql } from 'kysely'
import { durationClass } from '../statistics/duration-class.ts'
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

const COLUMNS = [
  'workspace_id',
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
  'answer',
  'milliseconds',
  'request_bytes',
  'response_bytes',
  'arguments',
  'replayed',
  'called_at',
] as const satisfies readonly (keyof ToolCall)[]

const MINUTE_MS = 60_000

/** Calls that have no rows yet. Their counts are summed here, so that the database has little to add. */
export class PendingCalls {
  readonly rows = new RowBuffer()
  readonly #counts = new Map<string, CallCount>()

  get counts(): readonly CallCount[] {
    return [...this.#counts.values()]
  }

  add(call: ToolCall): void {
    this.rows.add(COLUMNS.map((name) => call[name]))
    if (call.workspace_id !== null) this.#count(call, call.workspace_id)
  }

  clear(): void {
    this.rows.clear()
    this.#counts.clear()
  }

  #count(call: ToolCall, workspace_id: string): void {
    const { tool, replayed, request_bytes, response_bytes } = call
    const minute = Math.floor(call.called_at.getTime() / MINUTE_MS)
    const agent = call.agent ?? ''
    const code = call.code ?? ''
    const duration = durationClass(call.milliseconds)
    const key = `${workspace_id}\n${minute}\n${tool}\n${agent}\n${code}\n${duration}`
    const known = this.#counts.get(key)
    if (known === undefined) {
      const starts_at = new Date(minute * MINUTE_MS)
      const first = { calls: 1, replayed: Number(replayed), request_bytes, response_bytes }
      this.#counts.set(key, { workspace_id, starts_at, tool, agent, code, duration, ...first })
      return
    }
    known.calls++
    known.replayed += Number(replayed)
    known.request_bytes += request_bytes
    known.response_bytes += response_bytes
  }
}

type CallCount = {
  readonly workspace_id: string
  readonly starts_at: Date
  readonly tool: string
  readonly agent: string
  readonly code: string
  readonly duration: number
  calls: number
  replayed: number
  request_bytes: number
  response_bytes: number
}

const COUNT_COLUMNS = {
  workspace_id: 'uuid',
  starts_at: 'timestamptz',
  tool: 'text',
  agent: 'text',
  code: 'text',
  duration: 'int',
  calls: 'bigint',
  replayed: 'bigint',
  request_bytes: 'bigint',
  response_bytes: 'bigint',
} as const satisfies Record<keyof CallCount, ArrayType>

const COUNT_NAMES = Object.keys(COUNT_COLUMNS) as (keyof CallCount)[]

type CountColumns = { readonly [Name in keyof CallCount]: readonly CallCount[Name][] }

/**
 * Counts are written in the order of their key, so that two processes cannot deadlock. No caller waits for the
 * rows of calls, so the commit does not wait for the disk.
 * Reads: workspaces. Locks and writes: call_counts. Notifies event streams.
 */
const addCounts = statement<CountColumns, unknown>((value) => {
  const arrays = COUNT_NAMES.map((name) => arrayParameter(value(name), COUNT_COLUMNS[name]))
  const names = sql.join(COUNT_NAMES.map((name) => sql.ref(name)))
  return sql`
    with counted as (
      insert into call_counts (${names})
      select ${names} from unnest(${sql.join(arrays)}) as call (${names})
      where exists (select from workspaces where workspaces.id = call.workspace_id)
      order by workspace_id, starts_at, tool, agent, code, duration
      on conflict (workspace_id, starts_at, tool, agent, code, duration) do update set
        calls = call_counts.calls + excluded.calls,
        replayed = call_counts.replayed + excluded.replayed,
        request_bytes = call_counts.request_bytes + excluded.request_bytes,
        response_bytes = call_counts.response_bytes + excluded.response_bytes
    )
    select pg_notify(${EVENTS_CHANNEL}, ''), set_config('synchronous_commit', 'off', true)`
})

const SAVE_MS = 20_000

export async function saveToolCalls(db: Database, { rows, counts }: PendingCalls): Promise<void> {
  const columns = COUNT_NAMES.map((name) => [name, counts.map((count) => count[name])])
  await inTransaction(db, SAVE_MS, async (trx) => {
    await addCounts(trx, Object.fromEntries(columns))
    await copyRows(trx, 'tool_calls', COLUMNS, rows)
  })
}

const EVENT_PAGE = 500

/**
 * Calls after an id, oldest first, and the id to continue from. Without an id, only the latter.
 * Processes may commit their batches in a different order from their ids, so callers read with overlap.
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

/**
 * Deletes rows that are older than `oldest` or beyond the newest `rows`, counted by id. Ids follow the time
 * closely enough to look only at the lowest ones.
 */
export async function sweepToolCalls(
  db: Database,
  { oldest, rows }: { oldest: Date; rows: number },
): Promise<number> {
  const result = await sql`
    delete from tool_calls where id in (
      select id from (select id, called_at from tool_calls order by id limit ${BATCH}) lowest
      where called_at < ${oldest} or id <= (select max(id) from tool_calls) - ${rows}
    )`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
