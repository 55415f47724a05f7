import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A fixed address for a server whose own address changes when it is restarted. */
export async function startProxy(target: string) {
  let goal = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(Number(goal.port), goal.hostname)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        from.destroy()
        to.destroy()
      })
    }
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    moveTo(next: string) {
      goal = new URL(next)
      for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
