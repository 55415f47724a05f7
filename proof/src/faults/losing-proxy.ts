import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Loss =
  /** The gateway has answered; the caller's connection ends before the answer arrives. */
  | { readonly kind: 'answer' }
  /** The caller's connection ends this long after the gateway got the request. */
  | { readonly kind: 'connection'; readonly afterMs: number }

export type LosingProxy = {
  readonly url: string
  /** Loses the answer or the connection of the next request. */
  loseNext(loss: Loss): void
  /** The answers that were lost, as text, with their status. */
  readonly lost: { readonly status: number; readonly text: string }[]
  stop(): Promise<void>
}

/** Stands between a caller and the gateway and loses answers on demand. */
export async function startLosingProxy(targetUrl: string): Promise<LosingProxy> {
  const target = new URL(targetUrl)
  const lost: { status: number; text: string }[] = []
  let next: Loss | undefined

  const server = createServer((incoming, outgoing) => {
    const loss = next
    next = undefined
    const { method, url: path, headers } = incoming
    const upstream = send(
      { host: target.hostname, port: target.port, method, path, headers, agent: false },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const status = response.statusCode ?? 0
        if (loss?.kind === 'answer') {
          lost.push({ status, text: Buffer.concat(chunks).toString('utf8') })
          incoming.socket.destroy()
          return
        }
        // Each request has its own connection, so that a loss cannot hit the request after it.
        const headers = { ...response.headers, connection: 'close' }
        outgoing.writeHead(status, headers).end(Buffer.concat(chunks))
      },
    )
    upstream.on('error', () => incoming.socket.destroy())
    incoming.pipe(upstream)
    if (loss?.kind !== 'connection') return
    const { socket } = incoming
    incoming.on('end', () =>
      setTimeout(() => {
        upstream.destroy()
        socket.destroy()
      }, loss.afterMs),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    lost,
    loseNext(loss) {
      next = loss
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
