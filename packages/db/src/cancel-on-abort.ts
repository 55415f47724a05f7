import { Kysely, type KyselyProps } from 'kysely'
import type { DB } from './database.ts'
import { PoolConnection } from './pool/pool-driver.ts'

type Props = Omit<KyselyProps, 'executor'>

const props = new WeakMap<Kysely<DB>, Props>()

/** Makes a database known to `cancelOnAbort`. */
export function registerProps(db: Kysely<DB>, known: Props): void {
  props.set(db, known)
}

/**
 * The same database for reads that must end with a call: when `signal` is aborted, the running statement
 * is cancelled on the server and its connection returns to the pool; later statements throw
 * `signal.reason`. Costs no round trip. A transaction is returned unchanged, because its statements have
 * the `statement_timeout` of `inTransaction`.
 */
export function cancelOnAbort(db: Kysely<DB>, signal: AbortSignal): Kysely<DB> {
  const known = props.get(db)
  if (known === undefined) return db
  const executor = db.getExecutor()
  const withSignal = executor.withConnectionProvider({
    provideConnection: (consumer) =>
      executor.provideConnection((connection) => {
        if (connection instanceof PoolConnection) connection.signal = signal
        return consumer(connection)
      }),
  })
  return new Kysely<DB>({ ...known, executor: withSignal })
}
