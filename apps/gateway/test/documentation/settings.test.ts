import { expect, test } from 'vitest'
import { VARIABLES } from '../../src/config.ts'
import { readPage } from './pages.ts'

const named = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort()

const expected = [...VARIABLES].sort()

test('.env.example names every variable that the gateway reads, and no other', () => {
  const names = named(readPage('.env.example'), /^#?([A-Z][A-Z_]+)=/gm)
  expect(names.filter((name) => !name.startsWith('QM_SECRET_'))).toEqual(expected)
})

test('docs/operating.md has a table row for every variable that the gateway reads', () => {
  const rows = named(readPage('docs/operating.md'), /^\| `([A-Z][A-Z_]+)` \|/gm)
  expect(rows.filter((name) => !name.startsWith('QM_SECRET_'))).toEqual(expected)
})
