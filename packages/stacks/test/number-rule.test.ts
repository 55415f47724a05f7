import { stringifyJson } from '@quartermaster/toolkit'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseNumber } from '../src/cells/parse-number.ts'
import { openTestWorkspace } from './test-workspace.ts'

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.,$+-eE \n'), maxLength: 12 }),
    fc.double({ noNaN: true }).map(String),
    fc.integer({ min: 0 }).map((number) => `$${number.toLocaleString('en-US')}`),
    fc.constantFrom('N/A', '', '١', '1e308', '1e309', '5e-324', '1e-325', '1'.repeat(401)),
  ),
  { minLength: 200, maxLength: 200 },
)

test('the database reads numbers by the same rule', async () => {
  const { db } = await openTestWorkspace()
  await fc.assert(
    fc.asyncProperty(texts, async (batch) => {
      const { rows } = await sql<{ cell: string; number: string | null }>`
        select cell, stack_number(cell)::text as number from unnest(${batch}::text[]) cell`.execute(
        db,
      )
      for (const { cell, number } of rows) {
        const read = parseNumber(cell)
        const expected = read === undefined ? null : Number(stringifyJson(read))
        expect([cell, number === null ? null : Number(number)]).toEqual([cell, expected])
      }
    }),
    { numRuns: 30 },
  )
})
