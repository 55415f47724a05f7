import { databaseForTest } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, isStalePlan, openDatabase } from '../src/index.ts'

/** A database whose connections have prepared `select *` from a table that then gets another column. */
async function changedTable(connections: number) {
  const { url, pool } = await databaseForTest()
  await pool.query('create table things (id int); insert into things values (1)')
  const database = openDatabase({ url, maxConnections: connections })
  const read = (db = database.db) => sql`select * from things where id = ${1}`.execute(db)
  await Promise.all(
    Array.from({ length: connections }, () =>
      inTransaction(database.db, 10_000, async (trx) => {
        await read(trx)
        await sql`select pg_sleep(0.05)`.execute(trx)
      }),
    ),
  )
  await pool.query("alter table things add column name text default 'new'")
  return { ...database, read }
}

test('a statement that was prepared before its table got a column is prepared again', async () => {
  const { read, close } = await changedTable(3)
  try {
    const results = await Promise.all(Array.from({ length: 9 }, () => read()))
    expect(results.flatMap(({ rows }) => rows)).toEqual(Array(9).fill({ id: 1, name: 'new' }))
  } finally {
    await close()
  }
})

test('a transaction fails once with an error that says so, and no transaction after it does', async () => {
  const { db, read, close } = await changedTable(2)
  const readInTransaction = () => inTransaction(db, 10_000, (trx) => read(trx))
  try {
    await expect(readInTransaction()).rejects.toSatisfy(isStalePlan)
    const results = await Promise.all([readInTransaction(), readInTransaction()])
    expect(results.map(({ rows }) => rows)).toEqual(Array(2).fill([{ id: 1, name: 'new' }]))
  } finally {
    await close()
  }
})
