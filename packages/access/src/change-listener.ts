import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CHANNEL } from './queries/announcements.ts'

const HEARTBEAT_MS = 1000
// Counted from when a heartbeat was sent, so a stalled process does not trust what it slept through.
const TRUST_MS = 3000
const PATIENCE_MS = 5000
const LONGEST_WAIT_MS = 5000

type Options = {
  url: string
  /** Sends a text on the channel over another connection. */
  announce(text: string): Promise<unknown>
  /** Something changed, or may have changed unheard. */
  onChange(): void
  onError(error: unknown): void
}

export type ChangeListener = {
  /** Whether a change that is committed now would be heard of. */
  isLive(): boolean
  close(): Promise<void>
}

/** Hears of every change of access in the database, and knows when it would not. */
export function listenForChanges({ url, announce, onChange, onError }: Options): ChangeListener {
  const closing = new AbortController()
  let current: AbortController | undefined
  let trustedUntil = 0
  let failures = 0

  async function keepListening() {
    while (!closing.signal.aborted) {
      await listenOnce().catch((error) => {
        if (!closing.signal.aborted) onError(error)
      })
      const wait = Math.min(100 * 2 ** failures++, LONGEST_WAIT_MS)
      await delay(wait, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  /** Lives as long as one connection, and always ends by throwing. */
  async function listenOnce() {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'quartermaster-access',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    })
    const session = new AbortController()
    current = session
    // Ends a question that is still without an answer, too.
    session.signal.addEventListener('abort', () => void client.end(), { once: true })
    client.on('error', (error) => session.abort(error))
    client.on('end', () => session.abort(new Error('The database closed the connection')))
    client.on('notification', onChange)
    try {
      await unlessOver(session.signal, client.connect())
      await client.query(`listen ${CHANNEL}`)
      await proveHearing(client, session.signal)
      failures = 0
      for (;;) {
        const asked = performance.now()
        // The server hands over what it has to tell before it answers.
        await client.query('select 1')
        trustedUntil = asked + TRUST_MS
        await delay(HEARTBEAT_MS, undefined, { signal: session.signal })
      }
    } catch (error) {
      throw session.signal.reason ?? error
    } finally {
      trustedUntil = 0
      onChange()
      // A connection that hangs would hang at its end, too.
      await Promise.race([client.end(), delay(1000, undefined, { ref: false })])
    }
  }

  /**
   * A pooler between us and the database takes LISTEN and then delivers nothing, and a wrong
   * address listens to the wrong database: only a message from elsewhere shows that we hear.
   */
  async function proveHearing(client: pg.Client, signal: AbortSignal) {
    const token = randomUUID()
    const heard = new Promise<true>((resolve) => {
      client.on('notification', ({ payload }) => payload === token && resolve(true))
    })
    const arrived = announce(token).then(() => heard)
    const patience = delay(PATIENCE_MS, false as const, { signal, ref: false })
    if (!(await Promise.race([arrived, patience]))) {
      throw new Error('Changes of access do not arrive: LISTEN needs a direct connection')
    }
  }

  const listening = keepListening()
  return {
    isLive: () => performance.now() < trustedUntil,
    async close() {
      closing.abort()
      current?.abort()
      await listening
    },
  }
}

function unlessOver<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, over])
}
