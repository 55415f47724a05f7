import { expect, test } from 'vitest'
import { cleanMessage } from './clean-message.ts'

test.each([
  ['boom', 'boom'],
  ['No city called "Oslo/Bergen" in 2024-01-31', 'No city called "Oslo/Bergen" in 2024-01-31'],
  ['ratio 3/4 is and/or 10:30', 'ratio 3/4 is and/or 10:30'],
  ['cannot read /etc/quartermaster/key.pem', 'cannot read [path]'],
  ['at file:///srv/app/tool.ts:3:1', 'at [address]'],
  ['in C:\\Users\\ada\\tool.ts', 'in [path]'],
  ['connect ECONNREFUSED 10.0.0.1:5432', 'connect ECONNREFUSED [address]'],
  ['connect to fe80::1:2:3:4', 'connect to [address]'],
  ['getaddrinfo db.internal:5432', 'getaddrinfo [address]'],
  ['GET https://api.example.com/v1?key=abc failed', 'GET [address] failed'],
  ['db password=x at 10.0.0.1', 'db [hidden] at [address]'],
  ['Authorization: Bearer abc.def', '[hidden]'],
  ['api_key: "abc"', '[hidden]'],
  ['{"token": "abc", "a": 1}', '{"[hidden] "a": 1}'],
  ['TOKEN = abc is wrong', '[hidden] is wrong'],
  ['sent with Bearer abc.def', 'sent with [hidden]'],
  ['token boom', 'token boom'],
  ['password must have 8 characters', 'password must have 8 characters'],
  ['the secret santa list, and a bearer of news', 'the secret santa list, and a bearer of news'],
  ['bad key sk4f9a8b7c6d5e4f3a2b1c0d9e8f', 'bad key [hidden]'],
  ['the value is swordfish', 'the value is [hidden]'],
  ['first\nsecond\tthird', 'first second third'],
  ['Error: x\n    at Object.<anonymous> (/a/b.ts:1:1)\n    at y', 'Error: x'],
])('%j is cleaned', (message, clean) => {
  expect(cleanMessage(message, ['swordfish'])).toBe(clean)
})

test('a long message is truncated', () => {
  expect(cleanMessage('é '.repeat(5000))).toHaveLength(501)
})

test('no message takes long to clean', () => {
  for (const part of ['a', '/', 'a/', '1.', '\\a', ':', 'a:', 'token', 'a.b', '0'.repeat(3)]) {
    expect(cleanMessage(part.repeat(20_000)).length).toBeLessThanOrEqual(501)
  }
})
