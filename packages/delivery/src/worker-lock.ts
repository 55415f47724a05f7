import { type Database, openListener } from '@quartermaster/db'

/** The class of the advisory locks that mark workers as alive. */
export const WORKER_LOCKS = 0x514d
/** The NOTIFY channel for schedules that are due before workers would look at them. */
export const SCHEDULE_SOON = 'quartermaster_soon'
/** The payload when a workspace is resumed. */
export const RESUMED = 'resumed'

/**
 * Marks this process as alive: it holds the advisory lock of its worker number on a separate
 * connection. PostgreSQL releases the lock when the connection ends.
 */
export type WorkerLock = {
  /** The number to claim deliveries with; undefined while the lock may be lost. */
  heldNumber(): number | undefined
  /** Resolves when the lock is held for the first time. */
  ready(): Promise<void>
  onScheduleSoon(listener: (isResumed: boolean) => void): void
  close(): Promise<void>
}

type Options = {
  db: Database
  /** Must not go through a transaction pooler. */
  databaseUrl: string
  onError: (error: unknown) => void
}

/** Process ids are reused, so `started` identifies the session as well. */
type Session = { readonly pid: number; readonly started: string }

const CURRENT_SESSION =
  'select pid, backend_start::text as started from pg_stat_activity where pid = pg_backend_pid()'
const END_SESSION =
  'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2'

export function openWorkerLock({ db, databaseUrl, onError }: Options): WorkerLock {
  let number: number | undefined
  let session: Session | undefined
  const listener = openListener({
    url: databaseUrl,
    db,
    applicationName: 'quartermaster worker',
    onError,
    async onConnect(query) {
      // With these settings, the server ends the connection of a vanished machine within half a minute.
      await query('set tcp_keepalives_idle = 10')
      await query('set tcp_keepalives_interval = 5')
      await query('set tcp_keepalives_count = 3')
      if (number === undefined) {
        const sequence = "select nextval('delivery_worker_numbers')::int as next"
        const [row] = await query<{ next: number }>(sequence)
        number = row?.next
      }
      // Ends the previous session: a half-open connection would hold the lock until the server notices.
      if (session !== undefined) await query(END_SESSION, [session.pid, session.started])
      const [current] = await query<Session>(CURRENT_SESSION)
      session = current
      await query('select pg_advisory_lock($1, $2)', [WORKER_LOCKS, number])
    },
  })
  return {
    heldNumber: () => (listener.isLive() ? number : undefined),
    ready: listener.ready,
    onScheduleSoon: (onSoon) => {
      const onNotification = (payload: string) => onSoon(payload === RESUMED)
      listener.subscribe(SCHEDULE_SOON, { onNotification })
    },
    close: listener.close,
  }
}
