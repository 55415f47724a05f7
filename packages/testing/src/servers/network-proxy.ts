import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Pair = { readonly near: Socket; readonly far: Socket; isStalled: boolean }

/** A network between a client and a server that can break in the ways networks do. */
export type NetworkProxy = {
  /** The target's URL with the address of the proxy. */
  readonly url: string
  /** Closes every connection and refuses new ones until `restore`. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Keeps every connection open and passes nothing on; new connections are accepted and silent. */
  stall(): void
  /** New connections work again. The stalled ones stay silent: their peers must give them up. */
  recover(): void
  /** Delays everything the server sends. */
  slowDown(milliseconds: number): void
  /** Closes every connection; new ones go to another address. */
  moveTo(targetUrl: string): void
  stop(): Promise<void>
}

export async function startNetworkProxy(targetUrl: string): Promise<NetworkProxy> {
  let target = new URL(targetUrl)
  let isStalled = false
  let delayMs = 0
  const pairs = new Set<Pair>()

  const server = createServer((near) => {
    const pair: Pair = { near, far: connect(Number(target.port), target.hostname), isStalled }
    pairs.add(pair)
    forward(pair, pair.near, pair.far, () => 0)
    forward(pair, pair.far, pair.near, () => delayMs)
  })

  function forward(pair: Pair, from: Socket, to: Socket, delayOf: () => number): void {
    from.setNoDelay(true)
    from.on('data', (data) => {
      if (pair.isStalled) return
      const delay = delayOf()
      if (delay === 0) to.write(data)
      else setTimeout(() => to.writable && to.write(data), delay)
    })
    from.on('close', () => {
      pairs.delete(pair)
      if (!pair.isStalled) to.destroy()
    })
    from.on('error', () => {})
  }

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const closeAll = () => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      closeAll()
    })

  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    cut,
    restore: () => listen(port),
    stall() {
      isStalled = true
      for (const pair of pairs) pair.isStalled = true
    },
    recover() {
      isStalled = false
    },
    slowDown(milliseconds) {
      delayMs = milliseconds
    },
    moveTo(next) {
      target = new URL(next)
      closeAll()
    },
    async stop() {
      if (server.listening) await cut()
    },
  }
}
