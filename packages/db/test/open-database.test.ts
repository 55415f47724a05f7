import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { inTransaction, openDatabase } from '../src/index.ts'

function open(onError = (_error: Error) => {}) {
  const database = openDatabase({ url: inject('postgresUrl'), maxConnections: 3, onError })
  onTestFinished(() => database.close())
  return database
}

const FAR_MS = 60_000
const pidOf = sql<{ pid: number }>`select pg_backend_pid() as pid`

test('a connection that breaks in the middle of a transaction fails that one alone', async () => {
  const errors: Error[] = []
  const { db, pool } = open((error) => errors.push(error))
  const broken = inTransaction(db, FAR_MS, async (trx) => {
    const { rows } = await pidOf.execute(trx)
    await pool.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid])
    // Idle, as while a tool waits for somebody else: only the listener hears of it.
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await pidOf.execute(trx)
  })
  await expect(broken).rejects.toThrow()
  expect((await pidOf.execute(db)).rows).toHaveLength(1)
})

test('a transaction leaves nothing behind when its work fails', async () => {
  const { db, pool } = open()
  const made = inTransaction(db, FAR_MS, async (trx) => {
    await sql`create table left_behind ()`.execute(trx)
    throw new Error('no')
  })
  await expect(made).rejects.toThrow('no')
  const { rows } = await pool.query("select to_regclass('left_behind') as found")
  expect(rows).toEqual([{ found: null }])
})

test('the server ends a statement that outlasts its transaction’s limit, and only there', async () => {
  const { db } = open()
  const slow = sql`select pg_sleep(0.3)`
  await expect(inTransaction(db, 20, (trx) => slow.execute(trx))).rejects.toMatchObject({
    code: '57014',
  })
  await slow.execute(db)
})

test('counters and ids are numbers', async () => {
  const { db } = open()
  const { rows } = await sql`select 9007199254740991::bigint as id`.execute(db)
  expect(rows).toEqual([{ id: 9007199254740991 }])
})
