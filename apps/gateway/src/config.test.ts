import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['DATABASE_URL', 'mysql://x', 'must begin with postgres:// or postgresql://'],
  ['LETTA_BASE_URL', 'letta:8283', 'must be an http or https URL'],
  ['QM_CORS_ORIGINS', '*', 'must name each origin'],
  ['QM_CORS_ORIGINS', 'https://app.example,*', 'must name each origin'],
  ['QM_ALLOWED_ORIGINS', '*', 'must name each origin'],
  ['QM_CORS_ORIGINS', 'app.example', 'must be a list of origins'],
  ['REDIS_URL', 'localhost:6379', 'must begin with redis:// or rediss://'],
  ['REDIS_URL', 'redis://localhost:redis', 'cannot be read'],
  ['DATABASE_URL', 'postgres://user:pass/word@host:5432/db', 'cannot be read'],
])('%s=%s stops the start with a line that says what it must be', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${rule}`)
})

test.each([
  [undefined, 0],
  ['false', 0],
  ['true', 1],
  ['1', 1],
  ['2', 2],
])('QM_TRUST_PROXY=%s believes %i proxies', (QM_TRUST_PROXY, proxies) => {
  expect(readConfig({ QM_TRUST_PROXY }).trustedProxies).toBe(proxies)
})

test.each(['yes', '0', '11', '1.5', '10.0.0.1'])('QM_TRUST_PROXY=%s is refused', (text) => {
  expect(() => readConfig({ QM_TRUST_PROXY: text })).toThrow('QM_TRUST_PROXY must be')
})

test.each(['postgres:///db?host=/run/postgresql', 'postgres://u:p%20w@[::1]:5432/db'])(
  'DATABASE_URL=%s is accepted',
  (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  },
)

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

test.each([
  'example-root-key-123456',
  'todo-set-a-real-key',
  'quartermaster-root-key',
  'supersecretrootkey',
  'qwertyuiopasdfghjkl',
])('QM_ROOT_KEY=%s is refused where other machines can try it', (QM_ROOT_KEY) => {
  expect(() => readConfig({ QM_ROOT_KEY, HOST: '0.0.0.0' })).toThrow('QM_ROOT_KEY is too easy')
  expect(() => readConfig({ QM_ROOT_KEY })).not.toThrow()
})

test('random keys of every usual form are accepted', () => {
  for (let count = 0; count < 200; count++) {
    const bytes = hash('sha256', String(count), 'buffer')
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const QM_ROOT_KEY = bytes.toString(form)
      expect(() => readConfig({ QM_ROOT_KEY, HOST: '0.0.0.0' })).not.toThrow()
    }
    const short = bytes.subarray(0, 12).toString('base64url')
    expect(() => readConfig({ QM_ROOT_KEY: short, HOST: '0.0.0.0' })).not.toThrow()
  }
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

const hexOf = (text: string) => Buffer.from(text).toString('hex')

test.each([
  '7'.repeat(64),
  '0'.repeat(64),
  'a1'.repeat(32),
  '0123456789abcdef'.repeat(4),
  Array.from({ length: 32 }, (_, index) => hexOf(String.fromCharCode(index + 1))).join(''),
  Array.from({ length: 32 }, (_, index) => hexOf(String.fromCharCode(100 - 3 * index))).join(''),
  'A'.repeat(43),
  hexOf('my-very-secret-encryption-key-42'),
  Buffer.from('a long text that is not a secret').toString('base64'),
  'ReplaceMeWithARandomKeyReplaceMeWithARandom',
])('QM_ENCRYPTION_KEY=%s is refused: it is not random', (QM_ENCRYPTION_KEY) => {
  expect(() => readConfig({ QM_ENCRYPTION_KEY })).toThrow(/^QM_ENCRYPTION_KEY is not random.*rand/)
  expect(() => readConfig({ QM_ENCRYPTION_KEY_PREVIOUS: QM_ENCRYPTION_KEY })).not.toThrow()
})

test('random encryption keys of both forms are accepted', () => {
  for (let count = 0; count < 500; count++) {
    const bytes = hash('sha256', String(count), 'buffer')
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const { encryptionKey } = readConfig({ QM_ENCRYPTION_KEY: bytes.toString(form) })
      expect(encryptionKey).toEqual(bytes)
    }
  }
})
