import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['DATABASE_URL', 'mysql://x', 'must begin with postgres:// or postgresql://'],
  ['LETTA_BASE_URL', 'letta:8283', 'must be an http or https URL'],
  ['REDIS_URL', 'localhost:6379', 'must begin with redis:// or rediss://'],
])('%s=%s stops the start with a line that says what it must be', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${rule}`)
})

test.each([
  ['change-me-to-a-random-text', 'placeholder'],
  ['<your-root-key-goes-here>', 'placeholder'],
  ['replace-with-a-long-random-text', 'placeholder'],
  ['password12345678', 'placeholder'],
  ['aaaaaaaaaaaaaaaaaaaa', 'too easy to guess'],
])('QM_ROOT_KEY=%s stops the start: it is %s', (QM_ROOT_KEY, reason) => {
  expect(() => readConfig({ QM_ROOT_KEY })).toThrow(
    `QM_ROOT_KEY is ${reason.startsWith('p') ? 'a ' : ''}${reason}`,
  )
})

test.each(['0.0.0.0', '::', '192.168.1.10', 'gateway.example'])(
  'a gateway on %s does not start without QM_ROOT_KEY',
  (HOST) => {
    expect(() => readConfig({ HOST })).toThrow('QM_ROOT_KEY must be set')
    expect(() => readConfig({ HOST, QM_ROOT_KEY: 'k3y-0f-4-t3st-gateway' })).not.toThrow()
    expect(() => readConfig({ HOST, QM_ROLE: 'worker' })).not.toThrow()
  },
)

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('%s needs no QM_ROOT_KEY', (HOST) => {
  expect(() => readConfig({ HOST })).not.toThrow()
})

test.each(['short', 'z'.repeat(64), 'ab'.repeat(31)])('QM_ENCRYPTION_KEY=%s is refused', (key) => {
  expect(() => readConfig({ QM_ENCRYPTION_KEY: key })).toThrow('QM_ENCRYPTION_KEY must be 32')
  expect(() => readConfig({ QM_ENCRYPTION_KEY_PREVIOUS: key })).toThrow('_PREVIOUS must be 32')
})
