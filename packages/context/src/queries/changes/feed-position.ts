import { type RawBuilder, sql } from 'kysely'
import type { ChangeCursor } from '../../changes/change-cursor.ts'

/** Whether a change lies after the cursor and, within a long answer, is visible in its `target`. */
export function isNew(row: string, cursor: ChangeCursor | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`
  const { seen, target, position } = cursor
  const transaction = sql.ref(`${row}.transaction`)
  const conditions = [sql`true`]
  if (seen !== null) {
    conditions.push(sql`${transaction} >= pg_snapshot_xmin(${seen}::pg_snapshot)`)
    conditions.push(sql`not pg_visible_in_snapshot(${transaction}, ${seen}::pg_snapshot)`)
  }
  if (target !== null && position !== null) {
    conditions.push(sql`pg_visible_in_snapshot(${transaction}, ${target}::pg_snapshot)`)
    conditions.push(
      sql`${positionOf(row)} > (${position.transaction}::xid8, ${position.id}::bigint)`,
    )
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Whether a change was handled by an earlier call with this cursor. */
export function isBehind(row: string, cursor: ChangeCursor | undefined): RawBuilder<boolean> {
  const { seen = null, target = null, position = null } = cursor ?? {}
  const transaction = sql.ref(`${row}.transaction`)
  const conditions = [sql`false`]
  if (seen !== null)
    conditions.push(sql`pg_visible_in_snapshot(${transaction}, ${seen}::pg_snapshot)`)
  if (target !== null && position !== null) {
    conditions.push(
      sql`(
        pg_visible_in_snapshot(${transaction}, ${target}::pg_snapshot)
        and ${positionOf(row)} <= (${position.transaction}::xid8, ${position.id}::bigint)
      )`,
    )
  }
  return sql`(${sql.join(conditions, sql` or `)})`
}

const positionOf = (row: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${row}.transaction`)}, ${sql.ref(`${row}.id`)})`
