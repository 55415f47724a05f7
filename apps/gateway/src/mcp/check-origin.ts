import { ToolError } from '@quartermaster/toolkit'
import type { Config } from '../config.ts'

export type AllowedOrigins = {
  /** `QM_ALLOWED_ORIGINS`, `QM_CORS_ORIGINS` and the origin of the public URL. */
  readonly origins: readonly string[]
  /** Whether the gateway listens on a loopback address only. */
  readonly isLoopback: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The origins and hosts that /mcp accepts with these settings. */
export const allowedOrigins = (
  { host = '127.0.0.1', allowedOrigins = [], corsOrigins = [] }: Partial<Config>,
  publicUrl: string,
): AllowedOrigins => ({
  origins: [...allowedOrigins, ...corsOrigins, URL.parse(publicUrl)?.origin ?? ''],
  isLoopback: LOOPBACK.test(host.includes(':') ? `[${host}]` : host),
})

/**
 * Refuses requests that a web page of another origin makes, directly or through a host name that it
 * points to this machine (DNS rebinding). Clients other than browsers send no `Origin`.
 */
export function checkOrigin(
  { origin, host }: { origin: string | undefined; host: string },
  allowed: AllowedOrigins,
): void {
  if (origin !== undefined && !isAllowed(origin, allowed)) {
    throw new ToolError('forbidden', 'Requests of this origin are not accepted.', {
      suggestion: 'The operator can add the origin to QM_ALLOWED_ORIGINS.',
    })
  }
  // On other addresses clients reach the gateway by names that it does not know.
  if (allowed.isLoopback && !isKnownHost(host, allowed)) {
    throw new ToolError('forbidden', 'Requests for this host name are not accepted.', {
      suggestion: 'The operator can set QM_PUBLIC_URL to the address that clients use.',
    })
  }
}

function isAllowed(origin: string, { origins, isLoopback }: AllowedOrigins): boolean {
  const url = URL.parse(origin)
  if (url === null) return false
  return origins.includes(url.origin) || (isLoopback && LOOPBACK.test(url.hostname))
}

function isKnownHost(host: string, { origins }: AllowedOrigins): boolean {
  const url = URL.parse(`http://${host}`)
  if (url === null) return false
  return LOOPBACK.test(url.hostname) || origins.some((origin) => URL.parse(origin)?.host === host)
}
