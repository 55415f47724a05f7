import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Exchange = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type FakeServer = { readonly url: string; stop(): Promise<void>; start(): Promise<void> }

/** An HTTP server on loopback that can be stopped and started again at the same address. */
export async function serve(
  answer: (exchange: Exchange, response: ServerResponse) => void | Promise<void>,
): Promise<FakeServer> {
  const server = createServer(async (request, response) => {
    const body = await read(request)
    if (body === undefined) return
    const url = new URL(request.url ?? '/', 'http://localhost')
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    await answer(
      { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers, body },
      response,
    )
  })
  // Tests that kill their clients leave many idle connections.
  server.keepAliveTimeout = 30_000
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    start: () => listen(port),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  } catch {
    // The client closed the connection.
    return undefined
  }
}

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
