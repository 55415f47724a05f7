import { DELIVERY_KINDS } from '@quartermaster/delivery'
import { FORMATS } from '@quartermaster/descriptors'
import { ERROR_CODES } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { readPage } from './pages.ts'

const missing = (names: readonly string[], page: string, row: (name: string) => RegExp) =>
  names.filter((name) => !row(name).test(readPage(page)))

test('docs/descriptors.md names every format', () => {
  const row = (format: string) => new RegExp(`^\\| \`format\` \\|.*\`${format}\``, 'm')
  expect(missing(FORMATS, 'docs/descriptors.md', row)).toEqual([])
})

test('docs/scheduled-prompts.md has a table row for every kind of destination', () => {
  const row = (kind: string) => new RegExp(`^\\| \`\\{"kind": "${kind}"`, 'm')
  expect(missing(DELIVERY_KINDS, 'docs/scheduled-prompts.md', row)).toEqual([])
})

test('docs/errors.md has a table row for every error code', () => {
  const row = (code: string) => new RegExp(`^\\| \\d{3} \\| \`${code}\` \\|`, 'm')
  expect(missing(ERROR_CODES, 'docs/errors.md', row)).toEqual([])
})
