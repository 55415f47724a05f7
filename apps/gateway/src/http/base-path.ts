import type { IncomingMessage } from 'node:http'

/** The path of the public URL, such as `/tools/`: a proxy may serve the gateway below it. */
export const basePath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '/' : new URL(publicUrl).pathname.replace(/\/*$/, '/')

/** Removes the base path from a request's URL. A proxy may have removed it, and direct requests may lack it. */
export const withoutBasePath = (base: string) => {
  const name = base.slice(0, -1)
  return ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (url.startsWith(base)) return url.slice(name.length)
    return url === name || url.startsWith(`${name}?`) ? `/${url.slice(name.length)}` : url
  }
}
