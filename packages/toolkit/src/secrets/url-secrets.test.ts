import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasUrlSecret, mapUrlSecrets } from './url-secrets.ts'

test.each([
  ['https://user:pass@hooks.example/in', 'https://***@hooks.example/in'],
  ['https://user@hooks.example', 'https://***@hooks.example'],
  ['https://a@b:c@hooks.example/', 'https://***@hooks.example/'],
  ['https://x/in?token=abc', 'https://x/in?token=***'],
  ['https://x/in?key=a%20b&room=1&sig=c==#top', 'https://x/in?key=***&room=1&sig=***#top'],
  [
    'https://x/?access_key=a&apiKey=b&accessKey=c',
    'https://x/?access_key=***&apiKey=***&accessKey=***',
  ],
  [
    'https://x/?X-Amz-Signature=a&client_secret=b',
    'https://x/?X-Amz-Signature=***&client_secret=***',
  ],
  ['https://x/?%74oken=a', 'https://x/?%74oken=***'],
  [
    'https://x/?code=a&password=b#access_token=c',
    'https://x/?code=***&password=***#access_token=***',
  ],
])('the secrets of %s are masked', (url, masked) => {
  expect(mapUrlSecrets(url, () => '***')).toBe(masked)
  expect(hasUrlSecret(url)).toBe(true)
})

test.each([
  'https://hooks.example/in',
  'https://@hooks.example/in',
  'https://x/a@b?mail=c@d&monkey=1&design=2&token=&encode=3',
  'https://x/%zz?%zz=1',
  'user:pass@host',
  'not a URL',
])('%s has no secrets', (url) => {
  expect(mapUrlSecrets(url, () => '***')).toBe(url)
  expect(hasUrlSecret(url)).toBe(false)
})

test('nothing but the secrets of an address changes', () => {
  const part = fc.string({ unit: fc.constantFrom(...'ab@:/?#&=%;.*') })
  fc.assert(
    fc.property(part, part, (first, second) => {
      const url = `https://${first}?token=${second}`
      expect(mapUrlSecrets(url, (text) => text)).toBe(url)
    }),
  )
})
