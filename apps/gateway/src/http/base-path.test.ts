import { expect, test } from 'vitest'
import { basePath, withoutBasePath } from './base-path.ts'

test.each([
  [undefined, '/'],
  ['https://host', '/'],
  ['https://host/', '/'],
  ['https://host/gateway', '/gateway/'],
  ['https://host/a/b/', '/a/b/'],
])('the base path of %j is %j', (publicUrl, path) => {
  expect(basePath(publicUrl)).toBe(path)
})

test.each([
  ['/gateway/v1/whoami?a=1', '/v1/whoami?a=1'],
  ['/gateway/', '/'],
  ['/gateway', '/'],
  ['/gateway?a=1', '/?a=1'],
  ['/gateways', '/gateways'],
  ['/v1/whoami', '/v1/whoami'],
])('below /gateway/, %j is %j', (url, inner) => {
  expect(withoutBasePath('/gateway/')({ url })).toBe(inner)
})

test.each(['/v1/', '/tools/', '/docs/api/'])(
  'below %s, only the proxy removes the path',
  (base) => {
    expect(withoutBasePath(base)({ url: `${base}Multiply` })).toBe(`${base}Multiply`)
  },
)
