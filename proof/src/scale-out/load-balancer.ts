import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type LoadBalancer = { readonly url: string; stop(): Promise<void> }

const CHECK_MS = 200
const CHECK_TIMEOUT_MS = 2500

/**
 * Passes requests on in turn to the targets that are ready, as their `/readyz` says. A target that refuses the
 * connection has not got the request, so that the next one gets it; any other failure is the caller's.
 */
export async function startLoadBalancer(targets: () => readonly string[]): Promise<LoadBalancer> {
  const stopping = new AbortController()
  const unready = new Set<string>()
  let turn = 0

  const check = async (target: string) => {
    const isReady = await fetch(`${target}/readyz`, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      headers: { connection: 'close' },
    }).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) unready.delete(target)
    else unready.add(target)
  }
  const checking = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(targets().map(check))
      await delay(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const ready = targets().filter((target) => !unready.has(target))
    // Without any that is ready, one that is about to be is better than none.
    const urls = ready.length === 0 ? targets() : ready
    const first = turn++
    for (let offset = 0; offset < urls.length; offset++) {
      const target = urls[(first + offset) % urls.length] ?? ''
      const error = await passOn(target, incoming, body, outgoing)
      if (error === undefined) return
      if (error !== 'ECONNREFUSED') break
    }
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      stopping.abort()
      await checking
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** Undefined when the answer was passed back, else the code of the error. */
const passOn = (
  target: string,
  { method, url: path, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { hostname: host, port } = new URL(target)
    const upstream = send({ host, port, method, path, headers, agent: false }, (response) => {
      const { connection: _, ...kept } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, kept)
      response.pipe(outgoing)
      response.on('end', () => resolve(undefined))
      response.on('error', () => resolve('ECONNRESET'))
    })
    upstream.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
    upstream.end(body)
  })
