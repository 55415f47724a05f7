import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type AllowList, isAllowedHost, mayCall } from './address.ts'
import { privateAddress } from './outbound-error.ts'

/** Resolves a host name; replaced in tests. */
export type Lookup = (
  host: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export const lookupAll: Lookup = (host, done) =>
  systemLookup(host, { all: true, verbatim: true }, (error, found) => done(error, found ?? []))

/** The lookup of the connection itself, so the checked addresses are the ones connected to. */
export const guardedLookup =
  (allow: AllowList | 'any', lookup: Lookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, (error, found) => {
      if (error !== null) return done(error, [])
      const [first] = found
      if (first === undefined) return done(new Error(`No address for ${hostname}`), [])
      // Every address must pass: an attacker's name can return a private one among public ones.
      const isAllowed =
        allow === 'any' ||
        isAllowedHost(allow, hostname.toLowerCase()) ||
        found.every(({ address }) => mayCall(address, allow))
      if (!isAllowed) return done(privateAddress(), [])
      if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/** Node skips the lookup for a host that is an IP address already; `checkLiteral` covers it. */
export function checkLiteral(hostname: string, allow: AllowList | 'any'): Error | undefined {
  if (allow === 'any') return undefined
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':')
  return isLiteral && !isAllowedHost(allow, host) && !mayCall(host, allow)
    ? privateAddress()
    : undefined
}
