import { databaseForTest } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyRows, type Database, inTransaction, RowBuffer } from '../src/index.ts'

const COLUMNS = ['name', 'count', 'is_new', 'seen_at']

async function openTable() {
  const { db } = await databaseForTest()
  await sql`
    create table copied (
      id bigint generated always as identity, name text, count real, is_new boolean, seen_at timestamptz
    )`.execute(db)
  return db
}

const copy = (db: Database, rows: RowBuffer) =>
  inTransaction(db, 10_000, (trx) => copyRows(trx, 'copied', COLUMNS, rows))

const namesIn = async (db: Database) =>
  (await sql<{ name: string }>`select name from copied order by id`.execute(db)).rows.map(
    ({ name }) => name,
  )

test('rows are stored in their order, with every value as it was', async () => {
  const db = await openTable()
  const time = new Date('2026-05-04T12:34:56.789Z')
  const values = [
    ['plain', 1.5, true, time],
    ['', 0, false, null],
    [null, null, null, null],
    ['\\N', -2, true, time],
    ['\\.', 3, true, new Date(0)],
  ] as const
  const rows = new RowBuffer()
  for (const row of values) rows.add(row)
  expect(rows.count).toBe(5)
  await copy(db, rows)
  const { rows: stored } = await sql<Record<string, unknown>>`
    select name, count, is_new, seen_at from copied order by id`.execute(db)
  expect(stored.map((row) => COLUMNS.map((name) => row[name]))).toEqual(values)
})

test.each(['tab\tline\nreturn\r', 'back\\slash \\t \\\\', 'ü𝄞 漢字', '{"a":"\\n\\""}'])(
  'the text %j is stored as it is',
  async (name) => {
    const db = await openTable()
    const rows = new RowBuffer()
    rows.add([name, 1, true, null])
    await copy(db, rows)
    expect(await namesIn(db)).toEqual([name])
  },
)

test('many rows and long texts fit', async () => {
  const db = await openTable()
  const rows = new RowBuffer()
  const names = Array.from(
    { length: 2000 },
    (_, at) => `${at} ${'ü'.repeat(at % 7 === 0 ? 3000 : 10)}`,
  )
  for (const name of names) rows.add([name, 1, true, null])
  await copy(db, rows)
  expect(await namesIn(db)).toEqual(names)
})

test('rows that PostgreSQL refuses store nothing, and the connection stays usable', async () => {
  const db = await openTable()
  const rows = new RowBuffer()
  rows.add(['good', 1, true, null])
  rows.add(['bad', 'no number', true, null])
  await expect(copy(db, rows)).rejects.toThrow('no number')
  expect(await namesIn(db)).toEqual([])
  const better = new RowBuffer()
  better.add(['good', 1, true, null])
  await copy(db, better)
  expect(await namesIn(db)).toEqual(['good'])
})
