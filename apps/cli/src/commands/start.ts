import cluster from 'node:cluster'
import { readVariables, setVariables } from '../environment.ts'
import { printLine } from '../output/print.ts'

export type StartOptions = { host?: string; port?: number; tunnel?: boolean | string }

/** Runs a gateway in this process, until it is interrupted. */
export async function startGateway({ host, port, tunnel }: StartOptions): Promise<void> {
  setVariables({
    ...(host !== undefined && { HOST: host }),
    ...(port !== undefined && { PORT: String(port) }),
  })
  // The first of several processes (`QM_PROCESSES`) opens the tunnel; the others inherit its variables.
  if (tunnel && cluster.isPrimary) {
    const { openTunnel } = await import('../local/tunnel.ts')
    const { url, stop } = await openTunnel({
      port: Number(readVariables().PORT || 8080),
      ...(typeof tunnel === 'string' && { program: tunnel }),
    })
    process.once('exit', stop)
    printLine(`The tunnel's public address is ${url}`)
    setVariables({ QM_PUBLIC_URL: url, QM_TRUST_PROXY: 'true' })
  }
  await import('@quartermaster/gateway/main')
}
