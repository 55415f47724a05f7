import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A loopback proxy that adds a key to every request, for programs that cannot send headers. */
export async function openKeyProxy(target: string, key: string) {
  const server = createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming
    const forwarded = request(
      new URL(url ?? '/', target),
      { method, headers: { ...headers, 'x-api-key': key } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        outgoing.flushHeaders()
        answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
