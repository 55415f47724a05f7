import { databaseForTest } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ArrayType, arrayLiteral, arrayParameter } from '../src/index.ts'

test.each<[ArrayType, (string | number | boolean | Date | null)[]]>([
  [
    'text',
    [
      'plain',
      '',
      'NULL',
      null,
      'a,b',
      '{x}',
      'say "hi"',
      'back\\slash',
      ' space ',
      'new\nline',
      'ü𝄞',
    ],
  ],
  ['real', [0, 1.5, -2, null]],
  ['boolean', [true, false, null]],
  ['timestamptz', [new Date('2026-05-04T12:34:56.789Z'), null]],
  ['text', []],
])('PostgreSQL reads a literal of %s as the same values', async (type, values) => {
  const { db } = await databaseForTest()
  const { rows } = await sql<{ value: unknown }>`
    select value from unnest(${arrayParameter(arrayLiteral(values), type)}) as value`.execute(db)
  expect(rows.map(({ value }) => value)).toEqual(values)
})
