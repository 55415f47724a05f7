import { expect, test } from 'vitest'
import { BadAllowList, isAllowedHost, mayCall, parseAllowList } from './address.ts'

const nothing = parseAllowList(undefined)

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.7',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  '3ffe::1',
  '5f00::1',
])('%s is not called', (address) => {
  expect(mayCall(address, nothing)).toBe(false)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(mayCall(address, nothing)).toBe(true)
})

test.each(['', 'localhost', '1.1.1', '999.1.1.1', '1.1.1.1/8', 'nonsense'])(
  '%j is not an address',
  (text) => {
    expect(mayCall(text, nothing)).toBe(false)
  },
)

test('the allow-list opens the hosts, addresses and ranges it names, and nothing else', () => {
  const allow = parseAllowList('Localhost, *.internal 10.1.0.0/16,192.168.0.7 [::1]\nfd00::/8')
  expect(isAllowedHost(allow, 'localhost')).toBe(true)
  expect(isAllowedHost(allow, 'localhost.')).toBe(true)
  expect(isAllowedHost(allow, 'api.internal')).toBe(true)
  expect(isAllowedHost(allow, 'internal')).toBe(false)
  expect(isAllowedHost(allow, 'evil-localhost')).toBe(false)
  for (const address of ['10.1.2.3', '192.168.0.7', '::1', 'fd12::1', '::ffff:10.1.0.1']) {
    expect(mayCall(address, allow)).toBe(true)
  }
  for (const address of ['10.2.0.1', '192.168.0.8', '127.0.0.1', 'fe80::1']) {
    expect(mayCall(address, allow)).toBe(false)
  }
})

test.each(['http://x', '10.0.0.0/99', 'a b!c', '*'])('the list %j is refused', (text) => {
  expect(() => parseAllowList(text)).toThrow(BadAllowList)
})
