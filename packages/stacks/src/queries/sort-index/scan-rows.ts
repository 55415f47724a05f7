import { type RawBuilder, sql } from 'kysely'
import type { RowCursor, Sorting } from '../rows/row-cursor.ts'
import type { StackTable } from '../tables/tables.ts'
import type { IndexedValue } from './indexed-value.ts'

/** A FROM item with at most `max` rows `r` after a cursor; `key.n` numbers them from 1. */
export type Scan = (after: RowCursor | undefined, max: number) => RawBuilder<unknown>

// `offset 0` keeps the planner from turning the look-up of each row into a join of all rows.
const rowsAt = ({ id }: StackTable, keys: RawBuilder<unknown>) => sql`
  ${keys} left join lateral (
    select * from stack_table_rows
    where table_id = ${id}::uuid and position = key.position offset 0
  ) r on true`

export const scanSortIndex =
  (table: StackTable, sortIndexId: number, { descending }: Sorting): Scan =>
  (after, max) => {
    const number = descending ? 'infinity' : '-infinity'
    const from = after ?? { rank: '0', number, text: '', position: '0' }
    return rowsAt(
      table,
      sql`scan_sort_index(${sortIndexId}::integer, ${descending}::boolean, ${from.rank}::integer,
        ${from.number}::numeric, ${from.text}::text, ${from.position}::bigint, ${max}::integer)
        with ordinality as key (rank, number, text, position, n)`,
    )
  }

export const scanValue =
  (table: StackTable, { sortIndexId, rank, number, text }: IndexedValue): Scan =>
  (after, max) =>
    rowsAt(
      table,
      sql`(
        select 0 as rank, 0 as number, '' as text, position, n
        from scan_sort_value(${sortIndexId}::integer, ${rank}::integer, ${number}::numeric,
          left(${text}::text, 200), ${after?.position ?? 0}::bigint, ${max}::integer)
          with ordinality as scanned (position, n)
      ) key`,
    )

/** All rows of the table, by position. */
export const scanTable =
  ({ id }: StackTable): Scan =>
  (after, max) =>
    sql`
    (
      select *, row_number() over () as n from (
        select * from stack_table_rows
        where table_id = ${id}::uuid and position > ${after?.position ?? 0}::bigint
        order by position limit ${max}::integer
      ) scanned
    ) r cross join lateral (select 0 as rank, 0 as number, '' as text, r.n) key`
