import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Private destinations that the operator allows: host names, addresses and ranges. */
export type AllowList = {
  readonly hosts: readonly string[]
  readonly ranges: readonly (readonly [Address, number])[]
}

/** The text of QM_OUTBOUND_ALLOW cannot be parsed. */
export class BadAllowList extends Error {
  override readonly name = 'BadAllowList'
}

/** Reads `localhost, *.internal, 10.1.0.0/16`. */
export function parseAllowList(text: string | undefined): AllowList {
  const entries = (text ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.toLowerCase())
  const isRange = (entry: string) => ipaddr.isValidCIDR(entry) || isIP(bare(entry)) > 0
  const wrong = entries.find((entry) => !isRange(entry) && !HOST.test(entry))
  if (wrong !== undefined) {
    throw new BadAllowList(
      `must list host names, addresses and ranges; "${wrong}" is not one of these`,
    )
  }
  return {
    hosts: entries.filter((entry) => !isRange(entry)),
    ranges: entries.filter(isRange).map(toRange),
  }
}

const HOST = /^(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/

const bare = (entry: string): string => entry.replace(/^\[(.*)\]$/, '$1')

function toRange(entry: string): readonly [Address, number] {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  const address = ipaddr.process(bare(entry))
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export const isAllowedHost = ({ hosts }: AllowList, host: string): boolean =>
  hosts.some((entry) =>
    entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : entry === host.replace(/\.$/, ''),
  )

/** Whether an IP address is public or on the allow-list. */
export function mayCall(text: string, allow: AllowList): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  return isPublic(address) || allow.ranges.some((range) => isWithin(address, range))
}

const isWithin = (address: Address, [network, bits]: readonly [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/**
 * Only globally routable unicast addresses. Formats that embed an IPv4 address (NAT64, 6to4, Teredo)
 * are refused as a whole, because the translator decides which address is reached.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  // ipaddr.js calls these unicast, but they are local (RFC 8215) or retired (site-local, 6bone).
  return !NOT_PUBLIC.some((range) => isWithin(address, range))
}

const NOT_PUBLIC = ['64:ff9b:1::/48', 'fec0::/10', '3ffe::/16', '192.88.99.0/24', '::/96'].map(
  (range) => ipaddr.parseCIDR(range),
)
