import type { Context } from '../context.ts'
import { get } from '../gateway/request.ts'
import { openTunnel } from '../local/tunnel.ts'
import { printJson, printLine } from '../output/print.ts'

/** Opens a tunnel to a running gateway, until it is interrupted. */
export async function tunnel({ connection, output }: Context, program?: string): Promise<void> {
  await get(connection, '/readyz')
  const { port, protocol } = new URL(connection.url)
  const opened = await openTunnel({
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(program !== undefined && { program }),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, opened.stop)
  const { url } = opened
  if (output.json) printJson({ url, program: opened.program })
  else {
    printLine(`${url} reaches ${connection.url}. Ctrl-C ends the tunnel.`)
    printLine(
      `Descriptors have this address if the gateway was started with QM_PUBLIC_URL=${url}, or with QM_TRUST_PROXY=true and without QM_PUBLIC_URL. \`qm start --tunnel\` sets QM_PUBLIC_URL by itself.`,
    )
  }
  await opened.exited
}
