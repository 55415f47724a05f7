import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** What an operator lets through although it is private: host names, addresses and ranges. */
export type AllowList = {
  readonly hosts: readonly string[]
  readonly ranges: readonly (readonly [Address, number])[]
}

/** The text of the setting cannot be read. */
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
    throw new BadAllowList(`must list host names, addresses and ranges, and "${wrong}" is none`)
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

/** Whether an address may be called: one of the public internet, or one that the list names. */
export function mayCall(text: string, allow: AllowList): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  return isPublic(address) || allow.ranges.some((range) => isWithin(address, range))
}

const isWithin = (address: Address, [network, bits]: readonly [Address, number]): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/**
 * Only what the registries hand out as the public internet. What carries an IPv4 address inside
 * it (NAT64, 6to4, Teredo) is refused whole: who translates it, and to where, is not ours to know.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  // Unicast to the library, but local by RFC 8215 (NAT64) or no longer in use (site-local, 6bone).
  return !MORE.some((range) => isWithin(address, range))
}

const MORE = ['64:ff9b:1::/48', 'fec0::/10', '3ffe::/16', '192.88.99.0/24', '::/96'].map((range) =>
  ipaddr.parseCIDR(range),
)
