import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { findRedis } from './redis.ts'
import { serverFor } from './server-for.ts'

/** One Redis for the whole run, started when a test first asks for its URL: most runs need none. */
export async function offerRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  let redis: ReturnType<typeof findRedis> | undefined
  const server = createServer(async (_request, response) => {
    redis ??= findRedis()
    try {
      response.end((await redis).url)
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await (await redis?.catch(() => undefined))?.stop()
  }
  return { url: `http://127.0.0.1:${port}/`, stop }
}

/** The Redis that all tests share. A test uses key names of its own. */
export async function redisUrl(): Promise<string> {
  const response = await fetch(serverFor(inject('redisOfferUrl')))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
