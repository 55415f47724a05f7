import { type RawBuilder, sql } from 'kysely'
import type { Place, Sorting } from '../rows/row-cursor.ts'
import type { StackTable } from '../tables/tables.ts'
import type { Value } from './indexed-value.ts'

/** At most so many rows `r` after a place, one by one, each with the number of its step in `key`. */
export type Walk = (after: Place | undefined, most: number) => RawBuilder<unknown>

// Row by row, whatever the planner thinks of the length of a walk.
const rowsAt = ({ id }: StackTable, keys: RawBuilder<unknown>) => sql`
  ${keys} left join lateral (
    select * from stack_table_rows
    where table_id = ${id}::uuid and position = key.position offset 0
  ) r on true`

export const scanSortIndex =
  (table: StackTable, orderId: number, { descending }: Sorting): Walk =>
  (after, most) => {
    const number = descending ? 'infinity' : '-infinity'
    const from = after ?? { rank: '0', number, text: '', position: '0' }
    return rowsAt(
      table,
      sql`walk_order(${orderId}::integer, ${descending}::boolean, ${from.rank}::integer,
        ${from.number}::numeric, ${from.text}::text, ${from.position}::bigint, ${most}::integer)
        with ordinality as key (rank, number, text, position, n)`,
    )
  }

export const scanValue =
  (table: StackTable, { orderId, rank, number, text }: Value): Walk =>
  (after, most) =>
    rowsAt(
      table,
      sql`(
        select 0 as rank, 0 as number, '' as text, position, n
        from walk_value(${orderId}::integer, ${rank}::integer, ${number}::numeric,
          left(${text}::text, 200), ${after?.position ?? 0}::bigint, ${most}::integer)
          with ordinality as walked (position, n)
      ) key`,
    )

/** All rows, in the order of saving. */
export const scanTable =
  ({ id }: StackTable): Walk =>
  (after, most) =>
    sql`
    (
      select *, row_number() over () as n from (
        select * from stack_table_rows
        where table_id = ${id}::uuid and position > ${after?.position ?? 0}::bigint
        order by position limit ${most}::integer
      ) walked
    ) r cross join lateral (select 0 as rank, 0 as number, '' as text, r.n) key`
