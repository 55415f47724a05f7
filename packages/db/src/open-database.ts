import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { registerProps } from './cancel-on-abort.ts'
import { Client } from './client.ts'
import type { DB } from './database.ts'
import { GRACE_MS, PoolDriver, type TraceStatement } from './pool/pool-driver.ts'

export type Database = Kysely<DB>

export type OpenDatabase = {
  readonly db: Database
  readonly pool: pg.Pool
  close(): Promise<void>
}

type Options = {
  url: string
  maxConnections?: number
  /** Limit for statements outside `inTransaction`. */
  statementMs?: number
  /** A connection broke; the pool replaces it. Called once per connection, and not while closing. */
  onError?: (lost: LostConnection) => void
  /** Runs a statement as part of a trace. Unset: statements are not traced. */
  trace?: TraceStatement | undefined
}

/** The parts of a pg error that are safe to log: pg attaches the client, with its credentials. */
export type LostConnection = { readonly message: string; readonly code?: string | undefined }

/** With GRACE_MS, half-open connections are replaced within 30 s. */
const STATEMENT_MS = 25_000
const CONNECT_MS = 10_000
/** With the interval and count that libuv sets, a dead peer is noticed after 15 s. */
const KEEP_ALIVE_MS = 5000

/** Idle connections that stay open, so that the first calls after a pause do not wait for new ones. */
const KEPT_CONNECTIONS = 4

/** A pool, and Kysely on it. bigint columns are read as numbers: none of ours exceeds 2^53. */
export function openDatabase(options: Options): OpenDatabase {
  const { url, maxConnections = 20, statementMs = STATEMENT_MS, onError, trace } = options
  const settings: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: statementMs,
    application_name: 'quartermaster',
    types: { getTypeParser },
    // Lets `PoolConnection.begin` send BEGIN together with the first statement.
    pipeline: true,
  }
  const min = Math.min(KEPT_CONNECTIONS, maxConnections)
  const pool = new pg.Pool({ ...settings, min, max: maxConnections, Client })
  let isClosing = false
  // pg emits 'error' on a client that breaks while it is in use; without a listener Node exits.
  pool.on('connect', (client) => {
    let isReported = false
    client.on('error', ({ message, code }: NodeJS.ErrnoException) => {
      if (!isReported && !isClosing) onError?.({ message, code })
      isReported = true
    })
  })
  // The pool re-emits the errors of idle clients, which are already reported above.
  pool.on('error', () => {})

  const driver = new PoolDriver(pool, {
    statementMs,
    cancel: (processId) => cancelStatement(settings, processId),
    trace,
  })
  const dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const config = { dialect }
  const db = new Kysely<DB>(config)
  registerProps(db, { config, dialect, driver })
  const close = async () => {
    isClosing = true
    const timer = setTimeout(() => driver.destroyBusy(), GRACE_MS)
    await driver.destroy()
    clearTimeout(timer)
  }
  return { db, pool, close }
}

async function cancelStatement(settings: pg.ClientConfig, processId: number): Promise<void> {
  const client = new Client({
    ...settings,
    connectionTimeoutMillis: GRACE_MS,
    query_timeout: GRACE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [processId])
  } finally {
    await client.end()
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
