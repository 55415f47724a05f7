import type { Database } from '@quartermaster/db'
import { type RawBuilder, sql } from 'kysely'
import { encodeValue, readCell } from '../../cells/cell.ts'
import { toStorable } from '../../cells/storable-text.ts'
import type { Condition } from '../rows/conditions.ts'
import type { StackTable } from '../tables/tables.ts'

/** A value of a column that has an order: all its rows stand there together. */
export type Value = {
  readonly orderId: number
  readonly rank: 0 | 1
  readonly number: string
  readonly text: string
  /** Whether the key is the whole value, or only its beginning. */
  readonly isWhole: boolean
}

export function toValue({ column, value }: Condition, orderId: number): Value {
  const sent = readCell(column.type, value)
  if (typeof sent !== 'string') {
    return { orderId, rank: 0, number: encodeValue(sent), text: '', isWhole: true }
  }
  const text = toStorable(sent)
  return { orderId, rank: 1, number: '0', text, isWhole: text.length < 200 }
}

/** The values that the conditions ask for, as far as there are orders to find them in. */
export const indexedValues = ({ orders }: StackTable, conditions: readonly Condition[]): Value[] =>
  conditions.flatMap((condition) => {
    const order = orders[condition.column.id]
    const isKnown = condition.operator === 'equals' && order?.filled === true
    return isKnown ? [toValue(condition, order.id)] : []
  })

/** The keys `s` of the value. */
const keysOf = ({ orderId, rank, number, text }: Value): RawBuilder<unknown> => sql`
  stack_sort_keys s
  where s.order_id = ${orderId}::integer and s.rank = ${rank}::integer
    and s.number = ${number}::numeric and s.text = left(${text}::text, 200)`

/**
 * The rows `r` to look at: all of them or, for a value, those whose key is the same, each found by
 * its position whatever the planner thinks of their number.
 */
export const rowsWith = ({ id }: StackTable, value: Value | undefined): RawBuilder<unknown> =>
  value === undefined
    ? sql`stack_table_rows r`
    : sql`(select s.position from ${keysOf(value)}) found cross join lateral (
        select * from stack_table_rows
        where table_id = ${id}::uuid and position = found.position offset 0
      ) r`

/** How many rows have it, as far as that matters. */
export async function countValue(db: Database, value: Value, most: number | null = null) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from ${keysOf(value)} limit ${most}::integer) found`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The one that the fewest rows have, as far as that matters. */
export async function rarest(
  db: Database,
  values: readonly Value[],
  most: number,
): Promise<Value | undefined> {
  if (values.length < 2) return values[0]
  const counts = await Promise.all(values.map((value) => countValue(db, value, most)))
  return values[counts.indexOf(Math.min(...counts))]
}
