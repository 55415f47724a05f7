import type { Database } from '@quartermaster/db'
import { sql } from 'kysely'
import type { RateCount, RateStore } from '../limits/rate-store.ts'

/** Keeps the counts in the table `rate_counts`. */
export const databaseRateStore = (db: Database): RateStore => ({
  add: (minute, counts) => addRateCounts(db, minute, counts),
  forgetBefore: (minute) => deleteOldRateCounts(db, minute),
  close: async () => {},
})

async function addRateCounts(
  db: Database,
  minute: number,
  counts: readonly RateCount[],
): Promise<RateCount[]> {
  const { rows } = await sql<RateCount>`
    insert into rate_counts (name, minute, calls)
    select name, ${minute}, calls from json_to_recordset(${JSON.stringify(counts)}::json)
      as added(name text, calls integer)
    order by name
    on conflict (name, minute) do update set calls = rate_counts.calls + excluded.calls
    returning name, calls
  `.execute(db)
  return rows
}

async function deleteOldRateCounts(db: Database, minute: number): Promise<void> {
  await db.deleteFrom('rate_counts').where('minute', '<', minute).execute()
}
