import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type AllowList, isAllowedHost, mayCall } from './address.ts'
import { privateAddress } from './outbound-error.ts'

/** How a host's addresses are found; tests bring their own. */
export type Lookup = (
  host: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export const lookupAll: Lookup = (host, done) =>
  systemLookup(host, { all: true, verbatim: true }, (error, found) => done(error, found ?? []))

/** The look-up that a connection makes for itself: what it is given is what was checked. */
export const guardedLookup =
  (allow: AllowList | 'any', lookup: Lookup): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, (error, found) => {
      if (error !== null) return done(error, [])
      const [first] = found
      if (first === undefined) return done(new Error(`No address for ${hostname}`), [])
      // All must be good: one private address among public ones is how a name is made to point inside.
      const isGood =
        allow === 'any' ||
        isAllowedHost(allow, hostname.toLowerCase()) ||
        found.every(({ address }) => mayCall(address, allow))
      if (!isGood) return done(privateAddress(), [])
      if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/** Node looks up nothing where the host is an address already: that is checked here. */
export function checkLiteral(hostname: string, allow: AllowList | 'any'): Error | undefined {
  if (allow === 'any') return undefined
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':')
  return isLiteral && !isAllowedHost(allow, host) && !mayCall(host, allow)
    ? privateAddress()
    : undefined
}
