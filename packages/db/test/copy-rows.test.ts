import { databaseForTest } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BinaryWriter, copyRows, type Database, inTransaction } from '../src/index.ts'

type Row = {
  readonly name: string
  readonly size: number
  readonly share: number
  readonly is_new: boolean
  readonly seen_at: Date
  readonly owner: string
}

const COLUMNS = ['name', 'size', 'share', 'is_new', 'seen_at', 'owner']

const ROW: Row = {
  name: 'plain',
  size: 7,
  share: 1.5,
  is_new: true,
  seen_at: new Date('2026-05-04T12:34:56.789Z'),
  owner: '0190a3c2-7a3e-7def-8abc-0123456789ab',
}

async function openTable() {
  const { db } = await databaseForTest()
  await sql`
    create table copied (
      id bigint generated always as identity, name text, size integer, share real, is_new boolean,
      seen_at timestamptz, owner uuid
    )`.execute(db)
  const read = async () => (await sql<Row>`select * from copied order by id`.execute(db)).rows
  return { db, read }
}

function copy(db: Database, rows: readonly Row[], writer = new BinaryWriter()): Promise<void> {
  const target = { table: 'copied', columns: COLUMNS, writer }
  return inTransaction(db, 10_000, (trx) =>
    copyRows(trx, target, rows, (row) => {
      writer.text(row.name)
      writer.integer(row.size)
      writer.real(row.share)
      writer.boolean(row.is_new)
      writer.time(row.seen_at)
      writer.uuid(row.owner)
    }),
  )
}

test.each<Partial<Row>>([
  {},
  { name: '', size: 0, share: 0, is_new: false },
  { name: 'tab\tline\nreturn\r', size: -1, share: -2.5 },
  { name: 'back\\slash \\N \\.', size: 2_147_483_647 },
  { name: 'ü𝄞 漢字', size: -2_147_483_648, seen_at: new Date(0) },
  { name: '{"a":"\\n\\""}', seen_at: new Date('1999-12-31T23:59:59.999Z') },
  { seen_at: new Date('2000-01-01T00:00:00.001Z') },
  { seen_at: new Date('2999-12-31T23:59:59.999Z') },
])('the row with %j is stored as it is', async (values) => {
  const { db, read } = await openTable()
  await copy(db, [{ ...ROW, ...values }])
  expect(await read()).toMatchObject([{ ...ROW, ...values }])
})

test('a null is stored as null', async () => {
  const { db, read } = await openTable()
  const writer = new BinaryWriter()
  const target = { table: 'copied', columns: ['name', 'size'], writer }
  await inTransaction(db, 10_000, (trx) =>
    copyRows(trx, target, [1], () => {
      writer.null()
      writer.integer(1)
    }),
  )
  expect(await read()).toMatchObject([{ name: null, size: 1, owner: null }])
})

test('many rows and long texts fit, in their order, also into a writer that was used before', async () => {
  const { db, read } = await openTable()
  const writer = new BinaryWriter()
  const rows = Array.from({ length: 2000 }, (_, at) => ({
    ...ROW,
    name: `${at} ${'ü'.repeat(at % 7 === 0 ? 3000 : 10)}`,
    size: at,
  }))
  await copy(db, rows.slice(0, 1500), writer)
  await copy(db, rows.slice(1500), writer)
  expect(await read()).toMatchObject(rows)
})

test('rows that PostgreSQL refuses store nothing, and the connection stays usable', async () => {
  const { db, read } = await openTable()
  await expect(copy(db, [ROW, { ...ROW, name: 'nul \0' }])).rejects.toThrow('invalid byte sequence')
  expect(await read()).toEqual([])
  await copy(db, [ROW])
  expect(await read()).toMatchObject([ROW])
})
