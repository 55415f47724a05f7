import { ToolError } from '@quartermaster/toolkit'
import type { FastifyRequest } from 'fastify'

const COOKIE = 'qm_session'

/** The console sends this header with every request that changes something. */
export const CONSOLE_HEADER = 'x-quartermaster-console'

/** The token of the session, for requests that carry no key. */
export function sessionToken({ headers }: FastifyRequest): string | undefined {
  if (headers.cookie === undefined || headers.authorization !== undefined) return undefined
  const found = headers.cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE}=`))
  return found?.slice(COOKIE.length + 1) || undefined
}

/** A `Set-Cookie` header; without a token it ends the session in the browser. */
export function sessionCookie(request: FastifyRequest, token?: string, expiresAt?: Date): string {
  const isSecure =
    request.protocol === 'https' || (request.headers.origin ?? '').startsWith('https:')
  return [
    `${COOKIE}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
    token === undefined ? 'Max-Age=0' : `Expires=${expiresAt?.toUTCString()}`,
  ].join('; ')
}

/**
 * Refuses a request from another web page. Browsers attach cookies automatically, so a request with a
 * session must prove that it comes from the console: by a header that other pages cannot add, by
 * `Origin` and by `Sec-Fetch-Site`.
 */
export function checkOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { method, headers, host } = request
  const { origin, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  const hasHeader = headers[CONSOLE_HEADER] !== undefined
  const isOwnOrigin =
    origin === undefined ||
    URL.parse(origin)?.host === host ||
    origin === URL.parse(publicUrl)?.origin
  const isOwnSite = site === undefined || site === 'same-origin' || (site === 'none' && isRead)
  if (isOwnOrigin && isOwnSite && (isRead || hasHeader)) return
  throw new ToolError('forbidden', 'A session is valid for requests of the console only.', {
    suggestion: 'Send a key as "Authorization: Bearer KEY" or "x-api-key: KEY" instead.',
  })
}
