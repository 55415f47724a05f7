import { expect, test } from 'vitest'
import { parseAllowList } from './address.ts'
import { isRefusedAddress } from './is-refused-address.ts'

test.each([
  ['http://10.0.0.1/hook', true],
  ['http://[::1]:8080/', true],
  ['http://inside.example/', true],
  ['http://allowed.internal/', false],
  ['https://93.184.216.34/', false],
  ['https://public.example/', false],
  ['https://unknown.example/', false],
  ['not a url', false],
])('%s is refused: %s', async (url, isRefused) => {
  const addresses: Record<string, string> = {
    'inside.example': '192.168.1.1',
    'allowed.internal': '10.1.1.1',
    'public.example': '93.184.216.34',
  }
  const allow = parseAllowList('*.internal')
  const found = await isRefusedAddress(url, allow, (host, done) => {
    const address = addresses[host]
    if (address === undefined) done(new Error('ENOTFOUND'), [])
    else done(null, [{ address, family: 4 }])
  })
  expect(found).toBe(isRefused)
})
