import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { NothingAdded, type RateStore } from './rate-store.ts'

type Options = {
  readonly url: string
  /** Separates installations that share a Redis. */
  readonly name: string
}

const TIMEOUT_MS = 2000
/** The hash of a minute expires by itself; gateways add to it for a little longer than its minute. */
const KEEP_SECONDS = 180

/** Keeps the counts of a minute in one hash. It connects when the first count is added. */
export function openRedisRateStore({ url, name }: Options): RateStore {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    // Replaces a connection that no longer answers.
    socketTimeout: TIMEOUT_MS,
    // While Redis is unavailable, the process keeps the counts; the client does not queue them.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
  })
  // `add` reports why it failed: a reconnecting client emits an error for every attempt.
  let lastError: Error | undefined
  client.on('error', (error: Error) => {
    lastError = error
  })

  async function connect(): Promise<void> {
    if (client.status === 'wait') {
      const connecting = client.connect().catch(() => {})
      await Promise.race([connecting, delay(TIMEOUT_MS, undefined, { ref: false })])
    }
    if (client.status !== 'ready') {
      throw new NothingAdded('Redis is not connected', { cause: lastError })
    }
  }

  return {
    async add(minute, counts) {
      await connect()
      const key = `${name}:rates:${minute}`
      const commands = client.multi()
      for (const count of counts) commands.hincrby(key, count.name, count.calls)
      commands.expire(key, KEEP_SECONDS)
      const replies = await commands.exec().catch((error: Error) => {
        // A Redis that answers with an error has discarded the transaction.
        if (error.name === 'ReplyError') throw new NothingAdded('Redis refused', { cause: error })
        throw error
      })
      return counts.map((count, index) => {
        const [error, calls] = replies?.[index] ?? [new Error('Redis did not execute')]
        if (error !== null) throw error
        return { name: count.name, calls: Number(calls) }
      })
    },
    async forgetBefore() {},
    async close() {
      client.disconnect()
    },
  }
}
