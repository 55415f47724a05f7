import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { type Bounds, isLarge, withExclusiveTable } from '../sort-index/build-sort-index.ts'
import type { StackTable } from '../tables/tables.ts'

/** How many rows the table has; those of a large one are counted once, and the number is kept. */
export async function countAll(db: Database, table: StackTable, bounds: Bounds): Promise<number> {
  const isKept =
    table.isCounted || ((await isLarge(db, table, bounds)) && (await keepCount(db, table)))
  const { rows } = isKept
    ? await sql<{ count: number }>`
        select coalesce(sum(rows), 0)::bigint as count from stack_row_counts
        where table_id = ${table.id}::uuid`.execute(db)
    : await sql<{ count: number }>`
        select count(*) as count from stack_table_rows
        where table_id = ${table.id}::uuid and cells is not null`.execute(db)
  return rows[0]?.count ?? 0
}

async function keepCount(db: Database, table: StackTable): Promise<boolean> {
  const kept = await withExclusiveTable(db, table, async (trx, { id, isCounted }) => {
    if (isCounted) return true
    await sql`
      with counted as (
        insert into stack_row_counts (table_id, rows)
        select ${id}::uuid, count(*) from stack_table_rows
        where table_id = ${id}::uuid and cells is not null
      )
      update stack_tables set is_counted = true where id = ${id}::uuid`.execute(trx)
    return true
  })
  return kept ?? false
}
