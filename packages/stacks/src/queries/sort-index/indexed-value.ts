import type { Database } from '@quartermaster/db'
import { toStorable } from '@quartermaster/toolkit'
import { type RawBuilder, sql } from 'kysely'
import { encodeValue, readCell } from '../../cells/cell.ts'
import type { Condition } from '../rows/conditions.ts'
import type { StackTable } from '../tables/tables.ts'

/** A value to look up in a sort index, where all rows that have it are adjacent. */
export type IndexedValue = {
  readonly sortIndexId: number
  readonly rank: 0 | 1
  readonly number: string
  readonly text: string
  /** False if the key may contain only the beginning of the text. */
  readonly isWhole: boolean
}

export function toIndexedValue({ column, value }: Condition, sortIndexId: number): IndexedValue {
  const operand = readCell(column.type, value)
  if (typeof operand !== 'string') {
    return { sortIndexId, rank: 0, number: encodeValue(operand), text: '', isWhole: true }
  }
  const text = toStorable(operand)
  return { sortIndexId, rank: 1, number: '0', text, isWhole: text.length < 200 }
}

/** The values of `equals` conditions whose columns have a complete sort index. */
export const indexedValues = (
  { sortIndexes }: StackTable,
  conditions: readonly Condition[],
): IndexedValue[] =>
  conditions.flatMap((condition) => {
    const index = sortIndexes[condition.column.id]
    const isKnown = condition.operator === 'equals' && index?.isComplete
    return isKnown ? [toIndexedValue(condition, index.id)] : []
  })

/** A FROM item and WHERE clause for the keys `s` of the value. */
const keysOf = ({ sortIndexId, rank, number, text }: IndexedValue): RawBuilder<unknown> => sql`
  stack_sort_keys s
  where s.sort_index_id = ${sortIndexId}::integer and s.rank = ${rank}::integer
    and s.number = ${number}::numeric and s.text = left(${text}::text, 200)`

/** A FROM item for the rows `r` to read: all rows or, with a value, the rows with its key. */
export const rowsWith = (
  { id }: StackTable,
  value: IndexedValue | undefined,
): RawBuilder<unknown> =>
  value === undefined
    ? sql`stack_table_rows r`
    : sql`(select s.position from ${keysOf(value)}) found cross join lateral (
        select * from stack_table_rows
        where table_id = ${id}::uuid and position = found.position offset 0
      ) r`

/** The number of rows that have the value, counted up to `max`. */
export async function countValue(db: Database, value: IndexedValue, max: number | null = null) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from ${keysOf(value)} limit ${max}::integer) found`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The value that the fewest rows have; counts of `max` or more are treated as equal. */
export async function rarestValue(
  db: Database,
  values: readonly IndexedValue[],
  max: number,
): Promise<IndexedValue | undefined> {
  if (values.length < 2) return values[0]
  const counts = await Promise.all(values.map((value) => countValue(db, value, max)))
  return values[counts.indexOf(Math.min(...counts))]
}
