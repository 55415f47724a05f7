import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { Client } from './client.ts'
import type { Database } from './open-database.ts'

const HEARTBEAT_MS = 1000
/**
 * Counted from when a heartbeat was sent, so that a process that was suspended does not rely on an
 * old answer.
 */
const TRUST_MS = 3000
const TIMEOUT_MS = 5000
const MAX_RETRY_MS = 5000
const PROOF_CHANNEL = 'quartermaster_listener'

type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

type Options = {
  /** Must reach the server directly: a pooler in transaction mode accepts LISTEN but delivers nothing. */
  url: string
  /** Another connection to the same database, used to prove that notifications arrive. */
  db: Database
  applicationName?: string
  /**
   * Runs on each new connection before any subscription is live, for example to take an advisory
   * lock that lives as long as the connection. If it throws, the listener reconnects.
   */
  onConnect?: (query: Query) => Promise<void>
  onError?: (error: unknown) => void
}

type Handlers = {
  onNotification(payload: string): void
  /** Notifications may have been missed: the connection was lost, or has just begun to listen. */
  onGap?(): void
}

export type Subscription = {
  /** Whether a notification that is committed now would be received. */
  isLive(): boolean
}

export type Listener = {
  /** Delivers the payloads of one channel. All channels share the listener's connection. */
  subscribe(channel: string, handlers: Handlers): Subscription
  /** Whether the connection answers and `onConnect` has succeeded on it. */
  isLive(): boolean
  /** Resolves when the connection is live for the first time, or when the listener is closed. */
  ready(): Promise<void>
  close(): Promise<void>
}

type Session = {
  readonly client: Client
  readonly end: AbortController
  readonly channels: Set<string>
  /** Whether `channels` has every subscription; later ones are added by `subscribe`. */
  isListening: boolean
}

/**
 * Keeps one connection that LISTENs, reconnects it, and knows when notifications could be missed.
 * Values that are cached because of a subscription may be used only while `isLive()`.
 */
export function openListener(options: Options): Listener {
  const { url, db, applicationName = 'quartermaster listener', onConnect, onError } = options
  const closing = new AbortController()
  const first = Promise.withResolvers<void>()
  const subscriptions: { channel: string; handlers: Handlers }[] = []
  let session: Session | undefined
  let trustedUntil = 0
  let failures = 0

  const isLive = () => performance.now() < trustedUntil

  async function keepConnected() {
    while (!closing.signal.aborted) {
      await connectOnce().catch((error) => {
        if (!closing.signal.aborted) onError?.(error)
      })
      const wait = Math.min(100 * 2 ** failures++, MAX_RETRY_MS)
      await delay(wait, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  /** Runs for as long as one connection, and always rejects. */
  async function connectOnce() {
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    const end = new AbortController()
    const current: Session = { client, end, channels: new Set(), isListening: false }
    session = current
    // Ending the client also rejects a pending query.
    end.signal.addEventListener('abort', () => void client.end(), { once: true })
    client.on('error', (error) => end.abort(error))
    client.on('end', () => end.abort(new Error('The database closed the connection')))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { handlers } of subscribersOf(channel)) handlers.onNotification(payload)
    })
    try {
      await orAbort(end.signal, client.connect())
      await onConnect?.(async (text, values) => (await client.query(text, values)).rows)
      await proveDelivery(client, end.signal)
      for (const { channel } of subscriptions) await listen(channel)
      current.isListening = true
      failures = 0
      for (;;) {
        const askedAt = performance.now()
        // The server sends pending notifications before the answer.
        await client.query('select 1')
        trustedUntil = askedAt + TRUST_MS
        first.resolve()
        await delay(HEARTBEAT_MS, undefined, { signal: end.signal })
      }
    } catch (error) {
      throw end.signal.reason ?? error
    } finally {
      trustedUntil = 0
      session = undefined
      if (current.isListening) for (const { handlers } of subscriptions) handlers.onGap?.()
      await client.end()
    }
  }

  const subscribersOf = (channel: string) =>
    subscriptions.filter((subscription) => subscription.channel === channel)

  async function listen(channel: string) {
    const current = session
    if (current === undefined || current.channels.has(channel)) return
    await current.client.query(`listen ${pg.escapeIdentifier(channel)}`)
    current.channels.add(channel)
    for (const { handlers } of subscribersOf(channel)) handlers.onGap?.()
  }

  /** Throws if notifications do not arrive, as with a pooler or when `url` names a different database. */
  async function proveDelivery(client: Client, signal: AbortSignal) {
    await client.query(`listen ${PROOF_CHANNEL}`)
    const token = randomUUID()
    const received = new Promise<true>((resolve) => {
      client.on('notification', ({ payload }) => payload === token && resolve(true))
    })
    const notify = sql`select pg_notify(${PROOF_CHANNEL}, ${token})`.execute(db)
    const arrived = notify.then(() => received)
    const timeout = delay(TIMEOUT_MS, false as const, { signal, ref: false })
    if (!(await Promise.race([arrived, timeout]))) {
      throw new Error('Notifications do not arrive: LISTEN needs a direct connection')
    }
  }

  const connection = keepConnected()
  return {
    subscribe(channel, handlers) {
      subscriptions.push({ channel, handlers })
      if (session?.isListening) listen(channel).catch((error) => session?.end.abort(error))
      return { isLive: () => isLive() && session?.channels.has(channel) === true }
    },
    isLive,
    ready: () => first.promise,
    async close() {
      closing.abort()
      first.resolve()
      session?.end.abort()
      await connection
    },
  }
}

function orAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
