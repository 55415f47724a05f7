import { type ArrayType, arrayParameter, statement, type Tx } from '@quartermaster/db'
import { sql } from 'kysely'
import { durationClass } from '../../statistics/duration-class.ts'
import type { ToolCall } from './tool-call.ts'

/** The NOTIFY channel that wakes event streams. */
export const EVENTS_CHANNEL = 'quartermaster_events'

const MINUTE_MS = 60_000

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

/** Counts of calls that are not in the database yet, so that it has little to add. */
export class PendingCounts {
  readonly #counts = new Map<string, CallCount>()

  get counts(): readonly CallCount[] {
    return [...this.#counts.values()]
  }

  clear(): void {
    this.#counts.clear()
  }

  add(call: ToolCall): void {
    const { workspace_id, tool, replayed, request_bytes, response_bytes } = call
    if (workspace_id === null) return
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

const COLUMNS = {
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

const NAMES = Object.keys(COLUMNS) as (keyof CallCount)[]

type CountColumns = { readonly [Name in keyof CallCount]: readonly CallCount[Name][] }

/**
 * Counts are written in the order of their key, so that two processes cannot deadlock. No caller waits for the
 * call log, so the commit does not wait for the disk.
 * Reads: workspaces. Locks and writes: call_counts. Notifies event streams.
 */
const writeCounts = statement<CountColumns, { call_type: number }>((value) => {
  const arrays = NAMES.map((name) => arrayParameter(value(name), COLUMNS[name]))
  const names = sql.join(NAMES.map((name) => sql.ref(name)))
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
    select pg_notify(${EVENTS_CHANNEL}, ''), set_config('synchronous_commit', 'off', true),
      'logged_call'::regtype::oid as call_type`
})

/** Adds the counts, and returns the number of PostgreSQL's type `logged_call` for the segments that follow. */
export async function saveCounts(trx: Tx, { counts }: PendingCounts): Promise<number> {
  const columns = NAMES.map((name) => [name, counts.map((count) => count[name])])
  const [found] = await writeCounts(trx, Object.fromEntries(columns))
  if (found === undefined) throw new Error('The counts of calls were not written')
  return found.call_type
}
