import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

test('columns are aligned, and nothing is shown as a dash', () => {
  const entries = [
    { name: 'Sales', allowed_tools: null },
    { name: 'Support', allowed_tools: ['a', 'b'] },
  ]
  expect(formatTable(entries, ['name', 'allowed_tools'])).toBe(
    ['NAME     ALLOWED TOOLS', 'Sales    -', 'Support  a, b'].join('\n'),
  )
})

test('long values are cut, and line breaks become spaces', () => {
  const [, row = ''] = formatTable([{ text: `a\nb ${'x'.repeat(100)}` }], ['text']).split('\n')
  expect(row).toHaveLength(60)
  expect(row).toMatch(/^a b x+…$/)
})
