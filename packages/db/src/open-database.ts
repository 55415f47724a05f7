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
  /** A connection broke; the pool makes another. Told once for each, and not while closing. */
  onError?: (lost: LostConnection) => void
}

/** No more of the error than this: it drags its connection along, with all secrets of that. */
export type LostConnection = { readonly message: string; readonly code?: string | undefined }

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
  let isClosing = false
  // One that breaks while it is in use tells only its own listeners; without any, the process dies.
  pool.on('connect', (client) => {
    let isTold = false
    client.on('error', ({ message, code }: NodeJS.ErrnoException) => {
      if (!isTold && !isClosing) onError?.({ message, code })
      isTold = true
    })
  })
  // The pool repeats it for an idle one, and must be heard as well.
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  const close = () => {
    isClosing = true
    return pool.end()
  }
  return { db, pool, close }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
