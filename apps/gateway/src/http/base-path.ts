import type { IncomingMessage } from 'node:http'
import { VIEWS } from '../console/views.ts'

/** The path of the public URL, such as `/tools/`: a proxy may serve the gateway below it. */
export const basePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '/' : new URL(publicUrl).pathname.replace(/\/*$/, '/')

// The first names of the gateway's own paths.
const OWN = ['.well-known', 'assets', 'docs', 'mcp', 'v1', ...VIEWS]

/**
 * Removes the base path from a request's URL. A proxy may have removed it, and direct requests may lack it. A base
 * path that begins like one of the gateway's own is left alone: only the proxy knows whether it has removed it.
 */
export const withoutBasePath = (base: string) => {
  const name = base.slice(0, -1)
  const isOwn = OWN.includes(name.split('/')[1] ?? '')
  return ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (isOwn) return url
    if (url.startsWith(base)) return url.slice(name.length)
    return url === name || url.startsWith(`${name}?`) ? `/${url.slice(name.length)}` : url
  }
}
