import { expect, test } from 'vitest'
import { hashKey, makeKey, readKey, sameHash } from './api-key.ts'

test('a new key can be parsed and reveals its id only', () => {
  const { id, key, hash } = makeKey()
  expect(key).toMatch(/^qm_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/)
  expect(key.slice(3, 15)).toBe(id)
  expect(readKey(key)).toEqual({ id, hash })
  expect(hash).toHaveLength(32)
})

test('keys are unique', () => {
  const keys = Array.from({ length: 1000 }, makeKey)
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1000)
  expect(new Set(keys.map(({ key }) => key.slice(16))).size).toBe(1000)
})

test('a key with any one character changed is mistyped', () => {
  const { key } = makeKey()
  for (let at = 3; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    expect(readKey(key.slice(0, at) + other + key.slice(at + 1)), `at ${at}`).toBe('mistyped')
  }
})

test('a key cut short anywhere after its prefix is mistyped', () => {
  const { key } = makeKey()
  for (let length = 3; length < key.length; length++) {
    expect(readKey(key.slice(0, length)), `${length} characters`).toBe('mistyped')
  }
})

test('a key with two neighbours swapped is mistyped', () => {
  const key = 'qm_0123456789AB_0000000000000000000000000000000000000000001abcdef'
  expect(readKey(key)).toBe('mistyped')
  const real = makeKey().key
  const at = [...real].findIndex((character, i) => i > 16 && character !== real[i + 1])
  const swapped = real.slice(0, at) + real[at + 1] + real[at] + real.slice(at + 2)
  expect(readKey(swapped)).toBe('mistyped')
})

test.each([(key: string) => `${key}0`, (key: string) => `${key}\n`, (key: string) => `${key} `])(
  'a key with something after it is mistyped',
  (change) => {
    expect(readKey(change(makeKey().key))).toBe('mistyped')
  },
)

test.each(['', 'hello', 'QM_', ' qm_', 'sk-1234', 'Bearer qm_'])('%j is malformed', (text) => {
  expect(readKey(text)).toBe('malformed')
})

test('hashes are equal only if every byte is', () => {
  expect(sameHash(hashKey('one'), hashKey('one'))).toBe(true)
  expect(sameHash(hashKey('one'), hashKey('two'))).toBe(false)
  expect(sameHash(hashKey('one'), Buffer.alloc(3))).toBe(false)
})
