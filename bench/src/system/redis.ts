import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'

export type RedisServer = { readonly url: string; stop(): Promise<void> }

/** A private Redis; undefined where no redis-server is installed. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', args, { stdio: 'ignore' })
  const failed = new Promise<'failed'>((resolve) => server.once('error', () => resolve('failed')))
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  const outcome = await Promise.race([failed, client.ping()])
  client.disconnect()
  if (outcome === 'failed') return undefined
  return {
    url,
    async stop() {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await exited
    },
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      )
    })
  })
