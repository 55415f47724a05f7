import { ERROR_CODES, ToolError } from '@quartermaster/toolkit'
import { expect, test } from 'vitest'
import { readPage } from './pages.ts'

test('docs/errors.md has a row for every error code, with its status', () => {
  const rows = [...readPage('docs/errors.md').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)]
  const documented = rows.map(([, status, code]) => `${code} ${status}`)
  for (const code of ERROR_CODES) {
    expect(documented).toContain(`${code} ${new ToolError(code, '').status}`)
  }
  expect(new Set(rows.map(([, , code]) => code))).toEqual(new Set(ERROR_CODES))
})
