import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './database.ts'
import { preparedPool } from './prepared-pool.ts'

export type Database = Kysely<DB>

export type OpenDatabase = {
  readonly db: Database
  readonly pool: pg.Pool
  close(): Promise<void>
}

type Options = {
  url: string
  maxConnections?: number
  /** An idle connection broke; the pool has replaced it already. */
  onError?: (error: Error) => void
}

/** A pool and Kysely on it. Counters and ids come as numbers: none of ours passes 2^53. */
export function openDatabase({ url, maxConnections = 20, onError }: Options): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Only for what forgets to set its own: nothing may run for ever.
    statement_timeout: 60_000,
    application_name: 'quartermaster',
    types: { getTypeParser },
  })
  pool.on('error', (error) => onError?.(error))
  // One that breaks while it is in use tells only its own listeners; without any, the process dies.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  return { db, pool, close: () => pool.end() }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
