import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVault, isSealed, SEALED_PATTERN, SealedByOtherKey, vaultKey } from './vault.ts'

const key = () => vaultKey(randomBytes(32))

test('a sealed text opens to the same text, and shows nothing of it', () => {
  const vault = createVault(key())
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = vault.seal(text, 'row')
      expect(vault.open(sealed, 'row')).toBe(text)
      expect(sealed).toMatch(new RegExp(SEALED_PATTERN))
      if (text.length > 3) expect(sealed).not.toContain(text)
    }),
  )
})

test('the same text is sealed differently each time', () => {
  const vault = createVault(key())
  expect(vault.seal('secret', 'row')).not.toBe(vault.seal('secret', 'row'))
})

test('a text of another row, a changed text and another key are refused', () => {
  const vault = createVault(key())
  const sealed = vault.seal('secret', 'row 1')
  expect(() => vault.open(sealed, 'row 2')).toThrow(SealedByOtherKey)
  const at = sealed.length - 4
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(() => vault.open(changed, 'row 1')).toThrow(SealedByOtherKey)
  expect(() => vault.open(sealed.slice(0, 30), 'row 1')).toThrow(SealedByOtherKey)
  expect(() => createVault(key()).open(sealed, 'row 1')).toThrow('unknown key')
})

test('a rotated vault opens the texts of the previous key and seals with the new one', () => {
  const [old, current] = [key(), key()]
  const sealed = createVault(old).seal('secret', 'row')
  const vault = createVault(current, [old])
  expect(vault.open(sealed, 'row')).toBe('secret')
  expect(vault.isCurrent(sealed)).toBe(false)
  expect(vault.isCurrent(vault.seal('secret', 'row'))).toBe(true)
})

test('a text that was never sealed is returned as it is', () => {
  expect(createVault(key()).open('plain', 'row')).toBe('plain')
  expect(isSealed('plain')).toBe(false)
})
