import { expect, test } from 'vitest'
import { isAllowedRedirect, isRegisteredRedirect } from './redirect-uris.ts'

const HOSTS = ['claude.ai', 'app.example:8443', 'localhost']

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://app.example:8443/callback',
  'http://localhost:6274/callback',
  'http://127.0.0.1:33418/',
])('codes may be sent to %s', (uri) => {
  expect(isAllowedRedirect(uri, HOSTS)).toBe(true)
})

test.each([
  'http://claude.ai/callback',
  'https://claude.ai.evil.example/callback',
  'https://evil.example/claude.ai',
  'https://claude.ai@evil.example/',
  'https://user@claude.ai/',
  'https://claude.ai/#fragment',
  'https://app.example/callback',
  'cursor://callback',
  'javascript:alert(1)',
  'not a URL',
])('codes may not be sent to %s', (uri) => {
  expect(isAllowedRedirect(uri, HOSTS)).toBe(false)
})

test('loopback addresses can be switched off', () => {
  expect(isAllowedRedirect('http://127.0.0.1:1/', ['claude.ai'])).toBe(false)
})

test.each([
  ['https://claude.ai/cb', true],
  ['https://claude.ai/cb?x=1', false],
  ['https://claude.ai:444/cb', false],
  ['http://127.0.0.1:50000/cb', true],
  ['http://127.0.0.1:50000/other', false],
  ['http://localhost:50000/cb', false],
])('%s is registered: %s', (uri, expected) => {
  const registered = ['https://claude.ai/cb', 'http://127.0.0.1/cb']
  expect(isRegisteredRedirect(uri, registered)).toBe(expected)
})
