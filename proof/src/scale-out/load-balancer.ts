import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoadBalancer = { readonly url: string; stop(): Promise<void> }

/**
 * Passes requests on to the targets in turn. A target that refuses the connection has not got the
 * request, so that the next one gets it; any other failure is the caller's.
 */
export async function startLoadBalancer(targets: () => readonly string[]): Promise<LoadBalancer> {
  let turn = 0

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const urls = targets()
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
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
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
