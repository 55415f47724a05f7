import { expect, test } from 'vitest'
import { basePath, withoutBasePath } from './base-path.ts'

test.each([
  [undefined, '/'],
  ['https://host', '/'],
  ['https://host/', '/'],
  ['https://host/tools', '/tools/'],
  ['https://host/a/b/', '/a/b/'],
])('the base path of %j is %j', (publicUrl, path) => {
  expect(basePath(publicUrl)).toBe(path)
})

test.each([
  ['/tools/v1/whoami?a=1', '/v1/whoami?a=1'],
  ['/tools/', '/'],
  ['/tools', '/'],
  ['/tools?a=1', '/?a=1'],
  ['/toolset', '/toolset'],
  ['/v1/whoami', '/v1/whoami'],
])('below /tools/, %j is %j', (url, inner) => {
  expect(withoutBasePath('/tools/')({ url })).toBe(inner)
})
