import { onTestFinished } from 'vitest'
import { type NetworkProxy, startNetworkProxy } from './network-proxy.ts'

/** A network proxy that stops when the test ends. */
export async function startTcpProxy(targetUrl: string): Promise<NetworkProxy> {
  const proxy = await startNetworkProxy(targetUrl)
  onTestFinished(() => proxy.stop())
  return proxy
}
