import type { Host } from './host.ts'
import { LIBRARIES } from './libraries.ts'
import { MCP_HOSTS } from './mcp-hosts.ts'
import { OPENAPI_HOSTS } from './openapi-hosts.ts'

export { connectIndex, connectPage } from './connect-page.ts'
export { type Host, type HostValues, KEY_PLACEHOLDER } from './host.ts'

/** All hosts by name, in the order in which they are listed. */
export const HOSTS: Readonly<Record<string, Host>> = {
  ...MCP_HOSTS,
  ...OPENAPI_HOSTS,
  ...LIBRARIES,
}

export const HOST_NAMES: readonly string[] = Object.keys(HOSTS)

export const findHost = (name: string): Host | undefined =>
  Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined
