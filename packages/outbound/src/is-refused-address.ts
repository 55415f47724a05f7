import type { AllowList } from './address.ts'
import { checkLiteral, guardedLookup, type Lookup, lookupAll } from './guarded-lookup.ts'
import { OutboundError } from './outbound-error.ts'

/**
 * Whether requests to this URL are refused at present because its host has a private address. For
 * warnings only: every request checks the address again. A host without an address is not refused.
 */
export async function isRefusedAddress(
  url: string,
  allow: AllowList,
  lookup: Lookup = lookupAll,
): Promise<boolean> {
  const hostname = URL.parse(url)?.hostname ?? ''
  if (hostname === '') return false
  if (checkLiteral(hostname, allow) !== undefined) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  guardedLookup(allow, lookup)(hostname, { all: true }, (error) =>
    resolve(error instanceof OutboundError && error.failure === 'private_address'),
  )
  return promise
}
