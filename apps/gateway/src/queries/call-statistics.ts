import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'

export const GROUPINGS = ['tool', 'agent', 'code', 'minute', 'hour', 'day'] as const
export type Grouping = (typeof GROUPINGS)[number]

export type CallStatistics = {
  readonly group: string
  readonly calls: number
  readonly errors: number
  readonly replayed: number
  readonly milliseconds_p50: number
  readonly milliseconds_p95: number
  readonly request_bytes: number
  readonly response_bytes: number
}

const MAX_GROUPS = 1000

const timeGroup = (unit: 'minute' | 'hour' | 'day'): RawBuilder<string> =>
  sql`to_char(date_trunc(${sql.lit(unit)}, called_at at time zone 'utc'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const GROUP: Readonly<Record<Grouping, RawBuilder<string>>> = {
  tool: sql`tool`,
  agent: sql`coalesce(agent, '')`,
  code: sql`coalesce(code, 'ok')`,
  minute: timeGroup('minute'),
  hour: timeGroup('hour'),
  day: timeGroup('day'),
}

type Options = { readonly by: Grouping; readonly since: Date; readonly until: Date; agent?: string }

/** The calls of a workspace in a period: by time in order, otherwise the most frequent first. */
export async function countCalls(
  db: Database,
  workspaceId: string,
  { by, since, until, agent }: Options,
): Promise<CallStatistics[]> {
  const isByTime = by === 'minute' || by === 'hour' || by === 'day'
  const { rows } = await sql<CallStatistics>`
    select ${GROUP[by]} as "group", count(*)::integer as calls,
      count(code)::integer as errors, (count(*) filter (where replayed))::integer as replayed,
      round((percentile_disc(0.5) within group (order by milliseconds))::numeric, 1)::float8
        as milliseconds_p50,
      round((percentile_disc(0.95) within group (order by milliseconds))::numeric, 1)::float8
        as milliseconds_p95,
      sum(request_bytes)::float8 as request_bytes, sum(response_bytes)::float8 as response_bytes
    from tool_calls
    where workspace_id = ${workspaceId}::uuid and called_at >= ${since} and called_at < ${until}
      and ${agent === undefined ? sql`true` : sql`agent = ${agent}`}
    group by 1
    order by ${isByTime ? sql`1` : sql`2 desc, 1`}
    limit ${MAX_GROUPS}`.execute(db)
  return rows
}
