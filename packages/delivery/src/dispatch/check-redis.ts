import { ConfigError } from '@quartermaster/toolkit'
import { Redis } from 'ioredis'

const TIMEOUT_MS = 5000

/** A Redis that is unusable at startup is a configuration error; one that fails later is not. */
export async function checkRedis(url: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  if (!URL.parse(url)?.hostname) throw new ConfigError('REDIS_URL must name a host')
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  })
  // The `error` event has the reason; the rejection says only that the connection was closed.
  let reason: Error | undefined
  client.on('error', (error) => {
    reason = error
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    throw new ConfigError(`REDIS_URL cannot be used: ${(reason ?? (error as Error)).message}`)
  } finally {
    client.disconnect()
  }
}
