import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type TcpProxy = {
  /** The address of the target, through the proxy. */
  readonly url: string
  /** Closes every connection and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again. */
  restore(): Promise<void>
  /** Leaves every connection open and passes nothing on, as a network does that lost its route. */
  stall(): void
  /** The stalled connections stay as they are; new ones work. */
  recover(): void
}

/** A network between a client and a server, which can be cut and can go silent. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl)
  const connections = new Set<{ sockets: readonly Socket[]; isStalled: boolean }>()
  let isStalled = false

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const connection = { sockets: [near, far], isStalled }
    connections.add(connection)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('data', (data) => connection.isStalled || other.write(data))
      socket.on('close', () => {
        connections.delete(connection)
        if (!connection.isStalled) other.destroy()
      })
      socket.on('error', () => {})
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo

  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const { sockets } of connections) for (const socket of sockets) socket.destroy()
      connections.clear()
    })
  onTestFinished(async () => {
    if (server.listening) await cut()
  })

  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    cut,
    restore: () => listen(port),
    stall() {
      isStalled = true
      for (const connection of connections) connection.isStalled = true
    },
    recover() {
      isStalled = false
    },
  }
}
