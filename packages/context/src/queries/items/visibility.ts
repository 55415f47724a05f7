import { type RawBuilder, sql } from 'kysely'
import { EVERYONE, type Reader } from '../../reader.ts'

/**
 * Whether a push was sent to this reader. `row` is an item or a change: both carry the `tick`, the
 * `audiences` and the topic `generations` of the push.
 */
export function isReadable(row: string, reader: Reader): RawBuilder<boolean> {
  return sql`(
    ${sql.ref(`${row}.audiences`)} && ${[EVERYONE, reader.audience]}::text[]
    or exists (
      select from memberships m
      where m.workspace_id = ${reader.workspaceId}
        and m.agent_hash = ${reader.agentHash}
        and m.generation = any (${sql.ref(`${row}.generations`)})
        and ${covers(sql.ref(`${row}.tick`))}
    )
  )`
}

/**
 * Whether the reader knows that the item `row` exists, because it can read or has pushed it. All other agents
 * cannot distinguish a live item from a missing one.
 */
export const isKnown = (row: string, reader: Reader): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.written_by`)} = ${reader.agent} or ${isReadable(row, reader)})`

/** Whether the membership `m` was open at `tick`. */
export const covers = (tick: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`m.joined_tick < ${tick} and (m.left_tick is null or m.left_tick >= ${tick})`

/** Whether the item `row` has a value that is neither deleted nor expired. */
export const isLive = (row: string, now: Date | RawBuilder<Date>): RawBuilder<boolean> =>
  sql`${sql.ref(`${row}.value`)} is not null
    and (${sql.ref(`${row}.expires_at`)} is null or ${sql.ref(`${row}.expires_at`)} > ${now})`

/** Pages stay below the gateway's limit for a reply, so that none is truncated. */
export const PAGE_BYTES = 200_000
