import { expect, test } from 'vitest'
import { checkOrigin } from './check-origin.ts'

const origins = ['https://qm.example']
const onLoopback = { origins, isLoopback: true }
const onNetwork = { origins, isLoopback: false }

test.each([
  [onLoopback, undefined, '127.0.0.1:8080'],
  [onLoopback, undefined, 'localhost:8080'],
  [onLoopback, undefined, '[::1]:8080'],
  [onLoopback, 'http://localhost:6274', '127.0.0.1:8080'],
  [onLoopback, 'https://qm.example', 'qm.example'],
  [onNetwork, undefined, '10.0.0.7:8080'],
  [onNetwork, 'https://qm.example', 'qm.example'],
])('%o accepts origin %s at host %s', (allowed, origin, host) => {
  expect(() => checkOrigin({ origin, host }, allowed)).not.toThrow()
})

test.each([
  [onLoopback, 'https://evil.example', '127.0.0.1:8080'],
  [onLoopback, undefined, 'evil.example:8080'],
  [onLoopback, 'null', '127.0.0.1:8080'],
  [onNetwork, 'http://localhost:6274', 'qm.example'],
  [onNetwork, 'https://qm.example.evil.example', 'qm.example'],
])('%o refuses origin %s at host %s', (allowed, origin, host) => {
  expect(() => checkOrigin({ origin, host }, allowed)).toThrow(/not accepted/)
})
