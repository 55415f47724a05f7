import { databaseForTest } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statement } from '../src/index.ts'

test('a statement is built once and runs with the values of each call', async () => {
  const { db } = await databaseForTest()
  let builds = 0
  const add = statement<{ a: number; b: number }, { sum: number; text: string }>((value) => {
    builds++
    return sql`select ${value('a')}::int + ${value('b')}::int as sum, ${'fixed'}::text as text`
  })
  const results = await Promise.all([add(db, { a: 1, b: 2 }), add(db, { a: 10, b: 20 })])
  expect(results).toEqual([[{ sum: 3, text: 'fixed' }], [{ sum: 30, text: 'fixed' }]])
  expect(builds).toBe(1)
})
