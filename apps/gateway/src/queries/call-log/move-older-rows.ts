import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { SEGMENT_SIZE } from './segment.ts'
import { LOGGED_CALL } from './tool-call.ts'

const ROWS = 10_000

const ATTRIBUTES = sql.join(LOGGED_CALL.map((name) => sql.ref(name)))

/**
 * Moves the rows that versions before migration 0041 have written to segments, the newest first, each transaction
 * up to ROWS of them. A later migration drops `tool_calls`.
 * Locks and writes: tool_calls, call_log_segments.
 */
export async function moveOlderRows(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ moved: number }>`
      with newest as (
        select id from tool_calls order by id desc limit ${ROWS} for update skip locked
      ), moved as (
        delete from tool_calls using newest where tool_calls.id = newest.id returning tool_calls.*
      ), numbered as (
        select *, (row_number() over (partition by workspace_id order by id) - 1) / ${SEGMENT_SIZE} as segment
        from moved
      ), written as (
        insert into call_log_segments (id, workspace_id, agents, size, first_at, last_at, calls)
        select min(id), workspace_id, coalesce(array_agg(distinct agent) filter (where agent is not null), '{}'),
          count(*), min(called_at), max(called_at), array_agg(row(${ATTRIBUTES})::logged_call order by id)
        from numbered
        group by workspace_id, segment
      )
      select count(*) as moved from moved`.execute(db)
    if ((rows[0]?.moved ?? 0) < ROWS) return
  }
}
