import { type RawBuilder, sql } from 'kysely'
import { EVERYONE, type Reader } from '../../reader.ts'

/**
 * Whether this reader is among those that a push went to. `row` is an item or a change: both
 * carry the push's point and audiences.
 */
export function isReadable(row: string, reader: Reader): RawBuilder<boolean> {
  return sql`(
    ${sql.ref(`${row}.audiences`)} && ${[EVERYONE, reader.audience]}::text[]
    or exists (
      select from memberships m
      where m.workspace_id = ${reader.workspaceId}
        and m.agent_hash = ${reader.agentHash}
        and m.channel = any (${sql.ref(`${row}.channels`)})
        and ${covers(sql.ref(`${row}.pushed`))}
    )
  )`
}

/** Whether the membership `m` includes a point of the clock. */
export const covers = (point: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`m.joined < ${point} and (m.left_at is null or m.left_at >= ${point})`

/** Whether the item `row` holds a value: not deleted, and not past its time. */
export const isLive = (row: string, now: Date): RawBuilder<boolean> =>
  sql`${sql.ref(`${row}.value`)} is not null
    and (${sql.ref(`${row}.expires_at`)} is null or ${sql.ref(`${row}.expires_at`)} > ${now})`

/** Answers stay below the cap of the gateway: what would pass it comes with the next page. */
export const PAGE_BYTES = 200_000
