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

const rule = (allowed: AccessRule['allowed'], denied: string[] = []): AccessRule => ({
  allowed,
  denied,
})
const access = (...rules: AccessRule[]): Access => ({ rules, paths: null })

test.each<[string, AccessRule, { search: boolean; upload: boolean }]>([
  ['no allow-list: all but the dangerous', rule(null), { search: true, upload: false }],
  ['a star: all but the dangerous', rule(['*']), { search: true, upload: false }],
  ['an empty list: none', rule([]), { search: false, upload: false }],
  ['a name: that one', rule(['search']), { search: true, upload: false }],
  ['a name in capitals: that one', rule(['SEARCH']), { search: true, upload: false }],
  ['another name: not that one', rule(['find']), { search: false, upload: false }],
  ['part of a name: not that one', rule(['sear']), { search: false, upload: false }],
  ['a dangerous one by its name', rule(['upload']), { search: false, upload: true }],
  ['a star and a dangerous name', rule(['*', 'upload']), { search: true, upload: true }],
  ['denied', rule(null, ['search']), { search: false, upload: false }],
  ['denied in capitals', rule(null, ['Search']), { search: false, upload: false }],
  ['denied and allowed', rule(['search'], ['search']), { search: false, upload: false }],
  ['another one denied', rule(['search'], ['upload']), { search: true, upload: false }],
  ['all denied', rule(['search', 'upload'], ['*']), { search: false, upload: false }],
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
  expect(mayCall(access(rule(['search']), rule(null)), search)).toBe(true)
  expect(mayCall(access(rule(['search']), rule(['find'])), search)).toBe(false)
  expect(mayCall(access(rule(null), rule(null, ['search'])), search)).toBe(false)
  expect(mayCall(access(rule(null), DENY_ALL), search)).toBe(false)
  expect(mayCall(access(rule(['upload']), rule(['*', 'upload'])), upload)).toBe(true)
  expect(mayCall(access(rule(['upload']), rule(['*'])), upload)).toBe(false)
})

test('a short-lived key reaches its paths only, and only what the rules allow', () => {
  const paths = ['/v1/tools/search']
  expect(mayCall({ rules: [], paths }, search)).toBe(true)
  expect(mayCall({ rules: [], paths }, upload)).toBe(false)
  expect(mayCall({ rules: [rule([])], paths }, search)).toBe(false)
  expect(mayCall({ rules: [], paths: [] }, search)).toBe(false)
})
