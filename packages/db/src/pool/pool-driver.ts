import { finished } from 'node:stream/promises'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { setPipeline, socketOf } from '../client.ts'
import { isStalePlan, PreparedNames } from './prepared-names.ts'

const WATCH_MS = 1000
/** How much later than the server the client gives up, so that the server normally ends the statement. */
export const GRACE_MS = 2000
/**
 * The longest time after which the server ends a transaction whose client sends nothing. It does not notice a
 * half-open connection for hours, and the locks of the transaction would block the calls that are repeated.
 */
const IDLE_MS = 20_000

type Options = {
  /** The `statement_timeout` of new connections. */
  statementMs: number
  /** Cancels the running statement of a server process, over another connection. */
  cancel(processId: number): Promise<void>
  /** Runs a statement as part of a trace. Unset: statements are not traced. */
  trace?: TraceStatement | undefined
}

export type TraceStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>

/**
 * Gives Kysely the connections of a pool. Statements are prepared under a name, so that PostgreSQL
 * parses and plans them once per connection. If the server does not answer a statement in time, the
 * statement is abandoned and its connection destroyed, because the server or the network has failed
 * without closing the connection.
 */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #options: Options
  readonly #connections = new Map<pg.PoolClient, PoolConnection>()
  readonly #names = new PreparedNames()
  readonly #watch: NodeJS.Timeout
  /** Connections whose last answer is older than this are closed instead of used. */
  #suspectBefore = 0

  constructor(pool: pg.Pool, options: Options) {
    this.#pool = pool
    this.#options = options
    pool.on('remove', (client) => this.#connections.delete(client))
    this.#watch = setInterval(() => this.#destroyOverdue(), WATCH_MS).unref()
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    for (;;) {
      const client = await this.#pool.connect()
      let connection = this.#connections.get(client)
      if (connection === undefined) {
        connection = new PoolConnection(client, this.#options, this.#names)
        this.#connections.set(client, connection)
      }
      if (connection.answeredAt >= this.#suspectBefore) {
        connection.isBusy = true
        return connection
      }
      client.release(true)
    }
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: PoolConnection): Promise<void> {
    await connection.run('begin')
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.run('commit')
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.run('rollback')
  }

  async destroy(): Promise<void> {
    clearInterval(this.#watch)
    await this.#pool.end()
  }

  /** Ends every statement that is still running, without waiting for the server. */
  destroyBusy(): void {
    for (const connection of this.#connections.values()) {
      if (connection.isBusy) connection.destroy()
    }
  }

  #destroyOverdue(): void {
    const now = performance.now()
    for (const connection of this.#connections.values()) {
      if (!connection.isBusy || connection.abandonAt > now) continue
      connection.destroy()
      // The other connections probably use the same failed route.
      this.#suspectBefore = now
    }
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export class PoolConnection implements DatabaseConnection {
  /** Whether it is checked out of the pool. */
  isBusy = false
  /** How long a statement on this connection may take; `inTransaction` sets its own limit. */
  limitMs: number
  /** Aborting it cancels the running statement. */
  signal: AbortSignal | undefined
  /** When the running statement is abandoned. */
  abandonAt = Number.POSITIVE_INFINITY
  answeredAt = performance.now()
  #isDestroyed = false
  #isInTransaction = false
  readonly #client: pg.PoolClient
  readonly #options: Options
  readonly #names: PreparedNames

  constructor(client: pg.PoolClient, options: Options, names: PreparedNames) {
    this.#client = client
    this.#options = options
    this.#names = names
    this.limitMs = options.statementMs
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.run(sql, parameters as unknown[])
    const isChange = CHANGES.has(command) && rowCount !== null
    return { rows: rows ?? [], ...(isChange && { numAffectedRows: BigInt(rowCount) }) }
  }

  // biome-ignore lint/correctness/useYield: reading in chunks is not supported.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported')
  }

  /**
   * Begins a transaction without waiting for the answer: the first statement follows immediately. If BEGIN
   * fails, so does every later statement, because the connection is lost or the transaction is aborted.
   */
  begin(timeoutMs: number, lockMs: number | undefined): void {
    this.limitMs = timeoutMs
    this.#isInTransaction = true
    const lockLimit = lockMs === undefined ? '' : `; set local lock_timeout = ${lockMs}`
    const idleMs = Math.min(IDLE_MS, timeoutMs + GRACE_MS)
    const idleLimit = `set local idle_in_transaction_session_timeout = ${idleMs}`
    const limits = `set local statement_timeout = ${timeoutMs}; ${idleLimit}${lockLimit}`
    this.#client.query(`begin; ${limits}`).catch(() => {})
  }

  async run(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const { signal } = this
    signal?.throwIfAborted()
    this.abandonAt = performance.now() + this.limitMs + GRACE_MS
    let cancelled: Promise<void> | undefined
    const cancel = () => {
      this.abandonAt = performance.now() + GRACE_MS
      cancelled = this.#cancel()
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const result = await this.#send(text, values).catch((error) =>
        this.#repeatIfStale(error, text, values),
      )
      if (text === 'begin') this.#isInTransaction = true
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = false
      if (text === 'commit' && result.command === 'ROLLBACK') {
        throw new Error('The transaction was rolled back: one of its statements had failed')
      }
      return result
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.answeredAt = performance.now()
      this.abandonAt = Number.POSITIVE_INFINITY
      // A late cancel request must not hit the next statement.
      await cancelled
    }
  }

  /** Runs a `copy … from stdin`. Earlier statements must have ended. */
  async copy(text: string, rows: Buffer): Promise<void> {
    this.abandonAt = performance.now() + this.limitMs + GRACE_MS
    try {
      // pg refuses a stream on a pipelined connection, because statements could be sent before the stream ends.
      setPipeline(this.#client, false)
      await this.#traced(text, () => {
        const stream = this.#client.query(copyFrom(text))
        stream.end(rows)
        return finished(stream)
      })
    } finally {
      setPipeline(this.#client, true)
      this.answeredAt = performance.now()
      this.abandonAt = Number.POSITIVE_INFINITY
    }
  }

  #repeatIfStale(error: unknown, text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (!isStalePlan(error)) throw error
    this.#names.renew()
    // The failed statement has aborted its transaction, which must be repeated as a whole.
    if (this.#isInTransaction) throw error
    return this.#send(text, values)
  }

  #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = values.length > 0 ? this.#names.nameOf(text) : undefined
    return this.#traced(text, () => this.#client.query({ name, text, values }))
  }

  #traced<T>(text: string, run: () => Promise<T>): Promise<T> {
    const { trace } = this.#options
    return trace === undefined ? run() : trace(text, run)
  }

  release(): void {
    this.isBusy = false
    this.limitMs = this.#options.statementMs
    this.#isInTransaction = false
    this.signal = undefined
    this.#client.release(this.#isDestroyed)
  }

  destroy(): void {
    this.#isDestroyed = true
    socketOf(this.#client).destroy()
  }

  async #cancel(): Promise<void> {
    const { processID } = this.#client as unknown as { processID: number }
    // If the request fails, `abandonAt` ends the statement.
    await this.#options.cancel(processID).catch(() => {})
  }
}
