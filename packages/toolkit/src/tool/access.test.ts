import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { Input } from '../schema/annotations.ts'
import { type Access, type AccessRule, DENY_ALL, mayCall } from './access.ts'
import { toolsFor } from './tool.ts'

const tool = (name: string, dangerous = false) =>
  toolsFor<unknown>()({
    name,
    description: 'Does something.',
    effect: 'read',
    dangerous,
    input: Input({}),
    output: Type.Null(),
    handler: async () => null,
  })

const search = { tool: tool('search'), path: '/v1/tools/search' }
const upload = { tool: tool('upload', true), path: '/v1/tools/upload' }

const limit = (allowed: AccessRule['allowed'], denied: string[] = []): AccessRule => ({
  allowed,
  denied,
})
const access = (...rules: AccessRule[]): Access => ({ rules, paths: null })

test.each<[string, AccessRule, { search: boolean; upload: boolean }]>([
  ['no allow-list: all but the dangerous', limit(null), { search: true, upload: false }],
  ['a star: all but the dangerous', limit(['*']), { search: true, upload: false }],
  ['an empty list: none', limit([]), { search: false, upload: false }],
  ['a name: that one', limit(['search']), { search: true, upload: false }],
  ['a name in capitals: that one', limit(['SEARCH']), { search: true, upload: false }],
  ['another name: not that one', limit(['find']), { search: false, upload: false }],
  ['part of a name: not that one', limit(['sear']), { search: false, upload: false }],
  ['a dangerous one by its name', limit(['upload']), { search: false, upload: true }],
  ['a star and a dangerous name', limit(['*', 'upload']), { search: true, upload: true }],
  ['denied', limit(null, ['search']), { search: false, upload: false }],
  ['denied in capitals', limit(null, ['Search']), { search: false, upload: false }],
  ['denied and allowed', limit(['search'], ['search']), { search: false, upload: false }],
  ['another one denied', limit(['search'], ['upload']), { search: true, upload: false }],
  ['all denied', limit(['search', 'upload'], ['*']), { search: false, upload: false }],
  ['an unknown role', DENY_ALL, { search: false, upload: false }],
])('%s', (_name, only, expected) => {
  expect(mayCall(access(only), search)).toBe(expected.search)
  expect(mayCall(access(only), upload)).toBe(expected.upload)
})

test('the operator may call everything', () => {
  expect(mayCall(access(), search)).toBe(true)
  expect(mayCall(access(), upload)).toBe(true)
})

test('an agent needs both its own list and its role', () => {
  expect(mayCall(access(limit(['search']), limit(null)), search)).toBe(true)
  expect(mayCall(access(limit(['search']), limit(['find'])), search)).toBe(false)
  expect(mayCall(access(limit(null), limit(null, ['search'])), search)).toBe(false)
  expect(mayCall(access(limit(null), DENY_ALL), search)).toBe(false)
  expect(mayCall(access(limit(['upload']), limit(['*', 'upload'])), upload)).toBe(true)
  expect(mayCall(access(limit(['upload']), limit(['*'])), upload)).toBe(false)
})

test('a short-lived key reaches its paths only, and only what the rules allow', () => {
  const paths = ['/v1/tools/search']
  expect(mayCall({ rules: [], paths }, search)).toBe(true)
  expect(mayCall({ rules: [], paths }, upload)).toBe(false)
  expect(mayCall({ rules: [limit([])], paths }, search)).toBe(false)
  expect(mayCall({ rules: [], paths: [] }, search)).toBe(false)
})
