import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import { isLarge, type Thresholds, withExclusiveTable } from '../sort-index/build-sort-index.ts'
import type { StackTable } from '../tables/tables.ts'

/** Counts the rows of the table. For a large table the number is stored, and triggers maintain it. */
export async function countAllRows(
  db: Database,
  table: StackTable,
  thresholds: Thresholds,
): Promise<number> {
  const isStored =
    table.isCounted || ((await isLarge(db, table, thresholds)) && (await storeCount(db, table)))
  const { rows } = isStored
    ? await sql<{ count: number }>`
        select coalesce(sum(rows), 0)::bigint as count from stack_row_counts
        where table_id = ${table.id}::uuid`.execute(db)
    : await sql<{ count: number }>`
        select count(*) as count from stack_table_rows
        where table_id = ${table.id}::uuid and cells is not null`.execute(db)
  return rows[0]?.count ?? 0
}

async function storeCount(db: Database, table: StackTable): Promise<boolean> {
  const stored = await withExclusiveTable(db, table, async (trx, { id, isCounted }) => {
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
  return stored ?? false
}
