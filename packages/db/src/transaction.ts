import { sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import type { Database } from './open-database.ts'
import { PoolConnection } from './pool/pool-driver.ts'

/** A transaction. Functions that lock rows or make several changes take this type. */
export type Tx = Transaction<DB>

const transactions = new WeakSet<Database>()

type Options = {
  /** How long a statement waits for a lock. Unset: until its timeout. */
  readonly lockMs?: number | undefined
}

/**
 * Runs `work` in one transaction; if `db` is already a transaction, `work` joins it. BEGIN and
 * `statement_timeout` are sent together with the first statement, without a separate round trip. The
 * timeout lets the server end the statements of an abandoned call and release their locks. If the server
 * does not answer even GRACE_MS later, the connection is destroyed.
 */
export function inTransaction<T>(
  db: Database,
  timeoutMs: number,
  work: (trx: Tx) => Promise<T>,
  { lockMs }: Options = {},
): Promise<T> {
  if (isTransaction(db)) return work(db as Tx)
  const milliseconds = Math.max(1, Math.ceil(timeoutMs))
  return db.connection().execute(async (connection) => {
    await connection.getExecutor().provideConnection(async (inner) => {
      if (!(inner instanceof PoolConnection)) throw new Error('The database has another driver')
      inner.begin(milliseconds, lockMs)
    })
    transactions.add(connection)
    try {
      const result = await work(connection as Tx)
      await sql.raw('commit').execute(connection)
      return result
    } catch (error) {
      // A rollback fails only on a lost connection, and then the server rolls back on its own.
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => {})
      throw error
    } finally {
      transactions.delete(connection)
    }
  })
}

/**
 * The transaction behind `db`, for tool handlers: `services.db` of a write is always a transaction,
 * although its type does not say so. Throws outside a transaction.
 */
export function requireTx(db: Database): Tx {
  if (!isTransaction(db)) throw new Error('A transaction is required')
  return db as Tx
}

const isTransaction = (db: Database): boolean => db.isTransaction || transactions.has(db)
