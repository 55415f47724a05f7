import { sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import type { Database } from './open-database.ts'

/**
 * Runs work in one transaction whose statements the server itself ends in time, so that a call
 * that was given up does not go on holding locks. The limit travels with BEGIN: no extra trip.
 */
export function inTransaction<T>(
  db: Database,
  timeoutMs: number,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const milliseconds = Math.max(1, Math.ceil(timeoutMs))
  return db.connection().execute(async (connection) => {
    await sql.raw(`begin; set local statement_timeout = ${milliseconds}`).execute(connection)
    try {
      const result = await work(connection as Transaction<DB>)
      await sql.raw('commit').execute(connection)
      return result
    } catch (error) {
      // A rollback that fails is that of a lost connection, which has rolled back by itself.
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => {})
      throw error
    }
  })
}
