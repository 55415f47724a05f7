import pg from 'pg'

/** The class of the advisory locks by which workers show that they live. */
export const WORKER_LOCKS = 0x514d
/** Told when a schedule comes due sooner than the tick would look. */
export const SOON = 'quartermaster_soon'

/**
 * Shows that this process lives. It holds the advisory lock of its number on a connection of its
 * own: when the process dies, PostgreSQL itself lets go of the lock, and at no other time.
 */
export type WorkerSession = {
  /** The number under which to claim; undefined while others may think that we are dead. */
  liveNumber(): number | undefined
  /** Comes back once the number is held for the first time. */
  ready(): Promise<void>
  onSoon(listener: () => void): void
  close(): Promise<void>
}

type Options = { databaseUrl: string; onError: (error: unknown) => void }

const RETRY_MS = 500

export function openWorkerSession({ databaseUrl, onError }: Options): WorkerSession {
  const listeners: (() => void)[] = []
  const first = Promise.withResolvers<void>()
  let number: number | undefined
  let client: pg.Client | undefined
  let isLive = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'quartermaster worker',
    })
    client = next
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next))
    next.on('notification', () => {
      for (const listener of listeners) listener()
    })
    try {
      await next.connect()
      // A machine that is gone without a word is noticed within half a minute.
      await next.query(
        'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
      )
      if (number === undefined) {
        const { rows } = await next.query(
          "select nextval('delivery_worker_numbers')::int as number",
        )
        number = rows[0].number as number
      }
      // After a lost connection the server may hold on to the old one's lock for a moment.
      await next.query('set statement_timeout = 0')
      await next.query('select pg_advisory_lock($1, $2)', [WORKER_LOCKS, number])
      await next.query(`listen ${SOON}`)
      if (client !== next || isClosed) return
      isLive = true
      first.resolve()
    } catch (error) {
      lost(next, error)
    }
  }

  const lost = (which: pg.Client, error?: unknown) => {
    if (which !== client) return
    client = undefined
    isLive = false
    which.end().catch(() => {})
    if (isClosed) return
    if (error !== undefined) onError(error)
    timer = setTimeout(connect, RETRY_MS)
  }

  connect()
  return {
    liveNumber: () => (isLive ? number : undefined),
    ready: () => first.promise,
    onSoon: (listener) => {
      listeners.push(listener)
    },
    async close() {
      isClosed = true
      isLive = false
      clearTimeout(timer)
      first.resolve()
      await client?.end().catch(() => {})
    },
  }
}
