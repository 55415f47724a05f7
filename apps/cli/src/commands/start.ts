import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { readVariables, setVariables } from '../environment.ts'
import type { Tunnel } from '../local/tunnel.ts'
import { printLine } from '../output/print.ts'

export type StartOptions = { host?: string; port?: number; tunnel?: boolean | string }

/** Runs a gateway in this process, until it is interrupted. */
export async function startGateway({ host, port, tunnel }: StartOptions): Promise<void> {
  setVariables({
    ...(host !== undefined && { HOST: host }),
    ...(port !== undefined && { PORT: String(port) }),
  })
  // The first of several processes (`QM_PROCESSES`) opens the tunnel; the others inherit its variables.
  const opened = tunnel && cluster.isPrimary ? await openTo(tunnel) : undefined
  await import('@quartermaster/gateway/main')
  if (opened !== undefined) reportEnd(opened)
}

async function openTo(program: true | string): Promise<Tunnel> {
  const { openTunnel } = await import('../local/tunnel.ts')
  // With PORT=0 the gateway would choose a port that the tunnel does not know.
  const port = Number(readVariables().PORT || 8080) || (await freePort())
  setVariables({ PORT: String(port) })
  const opened = await openTunnel({
    port,
    ...(typeof program === 'string' && { program }),
  })
  process.once('exit', opened.stop)
  printLine(`The tunnel's public address is ${opened.url}`)
  setVariables({ QM_PUBLIC_URL: opened.url, QM_TRUST_PROXY: 'true' })
  return opened
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Says that the tunnel has ended while the gateway goes on. Ctrl-C ends both, without a message. */
function reportEnd({ url, program, exited }: Tunnel): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true
    })
  }
  void exited.then(() => {
    if (!isStopping) console.error(`${program} has ended: ${url} does not reach the gateway.`)
  })
}
