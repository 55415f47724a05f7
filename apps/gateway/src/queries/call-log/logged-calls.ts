import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { LOGGED_CALL, type ToolCall } from './tool-call.ts'

/** Ids of calls consist of their segment's id and their number in it, which is at most SEGMENT_SIZE. */
const NUMBERS = 1000

type LoggedCall = ToolCall & {
  readonly id: number
  readonly segment_id: number
  readonly ordinal: number
  /** All agents of the segment, and the times of its first and its last call. */
  readonly agents: string[]
  readonly first_at: Date
  readonly last_at: Date
}

const ATTRIBUTES = sql.join(LOGGED_CALL.map((name) => sql.ref(name)))

const CALLS = sql<LoggedCall>`(
  select segment.id * ${sql.lit(NUMBERS)} + called.ordinal as id, segment.id as segment_id,
    segment.workspace_id, segment.agents, segment.first_at, segment.last_at, called.*
  from call_log_segments as segment
  cross join lateral unnest(segment.calls) with ordinality as called (${ATTRIBUTES}, ordinal)
)`

/**
 * The calls of all segments, one row each. Conditions on `segment_id`, `workspace_id`, `agents`, `first_at` and
 * `last_at` pass over whole segments.
 */
export const loggedCalls = (db: Database) => db.selectFrom(CALLS.as('call'))

export const segmentOf = (callId: number): number => Math.floor(callId / NUMBERS)
