import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { CLASSES_OF_DOUBLING, SHORTEST_MS } from '../statistics/duration-class.ts'

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
  sql`to_char(date_trunc(${sql.lit(unit)}, starts_at at time zone 'utc'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const GROUP: Readonly<Record<Grouping, RawBuilder<string>>> = {
  tool: sql`tool`,
  agent: sql`agent`,
  code: sql`coalesce(nullif(code, ''), 'ok')`,
  minute: timeGroup('minute'),
  hour: timeGroup('hour'),
  day: timeGroup('day'),
}

/** The middle of the class of durations that contains this share of the calls. */
const percentile = (share: number): RawBuilder<number> =>
  sql`round((${sql.lit(SHORTEST_MS)} * power(2,
    (min(duration) filter (where calls_until >= ${sql.lit(share)} * calls_of_group) - 0.5)
      / ${sql.lit(CLASSES_OF_DOUBLING)}
  ))::numeric, 1)::float8`

type Options = { readonly by: Grouping; readonly since: Date; readonly until: Date; agent?: string }

/**
 * The calls of a workspace in a period: by time in order, otherwise the most frequent first. The
 * period consists of whole minutes, or of whole hours where minutes have been added up.
 */
export async function countCalls(
  db: Database,
  workspaceId: string,
  { by, since, until, agent }: Options,
): Promise<CallStatistics[]> {
  const isByTime = by === 'minute' || by === 'hour' || by === 'day'
  const { rows } = await sql<CallStatistics>`
    with counted as (
      select ${GROUP[by]} as "group", duration, sum(calls) as calls,
        sum(calls) filter (where code <> '') as errors, sum(replayed) as replayed,
        sum(request_bytes) as request_bytes, sum(response_bytes) as response_bytes
      from call_counts
      where workspace_id = ${workspaceId}::uuid and starts_at >= ${since} and starts_at < ${until}
        and ${agent === undefined ? sql`true` : sql`agent = ${agent}`}
      group by 1, 2
    ), placed as (
      select *, sum(calls) over (partition by "group" order by duration) as calls_until,
        sum(calls) over (partition by "group") as calls_of_group
      from counted
    )
    select "group", sum(calls)::float8 as calls, coalesce(sum(errors), 0)::float8 as errors,
      sum(replayed)::float8 as replayed, ${percentile(0.5)} as milliseconds_p50,
      ${percentile(0.95)} as milliseconds_p95, sum(request_bytes)::float8 as request_bytes,
      sum(response_bytes)::float8 as response_bytes
    from placed
    group by 1
    order by ${isByTime ? sql`1` : sql`2 desc, 1`}
    limit ${MAX_GROUPS}`.execute(db)
  return rows
}

/**
 * Adds the counts of minutes before `before` up to those of their hours. Writers are not affected:
 * they count the current minute.
 * Reads, locks and writes: call_counts.
 */
export async function addUpMinutes(db: Database, before: Date): Promise<void> {
  await sql`
    with minutes as (
      delete from call_counts
      where starts_at < ${before} and extract(minute from starts_at at time zone 'utc') <> 0
      returning *
    )
    insert into call_counts
    select workspace_id, date_trunc('hour', starts_at, 'UTC'), tool, agent, code, duration,
      sum(calls), sum(replayed), sum(request_bytes), sum(response_bytes)
    from minutes
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, starts_at, tool, agent, code, duration) do update set
      calls = call_counts.calls + excluded.calls,
      replayed = call_counts.replayed + excluded.replayed,
      request_bytes = call_counts.request_bytes + excluded.request_bytes,
      response_bytes = call_counts.response_bytes + excluded.response_bytes`.execute(db)
}

/** Deletes counts that are older than `oldest` or beyond the newest `rows`. */
export async function sweepCallCounts(
  db: Database,
  { oldest, rows }: { oldest: Date; rows: number },
): Promise<void> {
  await sql`
    delete from call_counts
    where starts_at < ${oldest}
      or starts_at < (select starts_at from call_counts order by starts_at desc offset ${rows} limit 1)
  `.execute(db)
}
