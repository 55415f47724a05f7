import { expect, test } from 'vitest'
import { keyPattern } from './key-pattern.ts'

test.each([
  ['user_*', { from: 'user_', to: 'user`' }],
  ['*', { from: '' }],
  ['**', { from: '' }],
  ['user_?', { from: 'user_', to: 'user`', like: 'user\\__' }],
  ['a.b*c', { from: 'a.b', to: 'a.c', like: 'a.b%c' }],
  ['exact', { from: 'exact', to: 'exacu', like: 'exact' }],
  ['50%_\\*x', { from: '50%_\\', to: '50%_]', like: '50\\%\\_\\\\%x' }],
  ['*?*?*', { from: '', like: '__%' }],
  ['a***b', { from: 'a', to: 'b', like: 'a%b' }],
])('%j', (glob, pattern) => {
  expect(keyPattern(glob)).toEqual(pattern)
})

test('the range ends after the last key with the prefix', () => {
  expect(keyPattern('\ud7ff*').to).toBe('\ue000')
  expect(keyPattern('a\u{10fffd}*').to).toBe('a\u{10f7fe}\u{10fffe}')
  expect(keyPattern('z\u{10ffff}*').from).toBe('z\u{10f7fe}\u{10ffff}')
  expect(keyPattern('z\u{10ffff}*').to).toBe('z\u{10f7ff}')
})

test('a prefix longer than a sort key is compared as a whole', () => {
  const { from, like } = keyPattern(`${'x'.repeat(300)}*`)
  expect(from).toHaveLength(200)
  expect(like).toBe(`${'x'.repeat(300)}%`)
})
