import { sql } from 'kysely'
import type pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { inTransaction, type LostConnection, openDatabase, requireTx } from '../src/index.ts'

function open(onError = (_lost: LostConnection) => {}) {
  const database = openDatabase({ url: inject('postgresUrl'), maxConnections: 3, onError })
  onTestFinished(() => database.close())
  return database
}

const FAR_MS = 60_000
const pidOf = sql<{ pid: number }>`select pg_backend_pid() as pid`

test('a connection that breaks during a transaction fails only that transaction', async () => {
  const errors: LostConnection[] = []
  const { db, pool } = open((lost) => errors.push(lost))
  const broken = inTransaction(db, FAR_MS, async (trx) => {
    const { rows } = await pidOf.execute(trx)
    await pool.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid])
    // The connection is idle, as while a tool waits for another service, so only the pool's error
    // listener is called.
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await pidOf.execute(trx)
  })
  await expect(broken).rejects.toThrow()
  expect((await pidOf.execute(db)).rows).toHaveLength(1)
})

async function end(client: pg.PoolClient) {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return () => open().pool.query('select pg_terminate_backend($1, 10000)', [rows[0].pid])
}

test('a lost connection is reported once, without credentials', async () => {
  const lost: LostConnection[] = []
  const { pool } = open((reason) => lost.push(reason))
  const idle = await pool.connect()
  const endIt = await end(idle)
  idle.release()
  await endIt()
  await expect.poll(() => lost.length).toBeGreaterThan(0)
  await expect.poll(() => pool.totalCount).toBe(0)
  expect(lost).toEqual([{ message: expect.stringContaining('terminating'), code: '57P01' }])
})

test('connections that break while the pool closes are not reported', async () => {
  const lost: LostConnection[] = []
  const database = openDatabase({
    url: inject('postgresUrl'),
    onError: (reason) => lost.push(reason),
  })
  const busy = await database.pool.connect()
  const ended = new Promise((resolve) => busy.once('end', resolve))
  const endIt = await end(busy)
  const closed = database.close()
  await endIt()
  await ended
  busy.release()
  await closed
  expect(lost).toEqual([])
})

test('a transaction is rolled back when its work fails', async () => {
  const { db, pool } = open()
  const made = inTransaction(db, FAR_MS, async (trx) => {
    await sql`create table left_behind ()`.execute(trx)
    throw new Error('no')
  })
  await expect(made).rejects.toThrow('no')
  const { rows } = await pool.query("select to_regclass('left_behind') as found")
  expect(rows).toEqual([{ found: null }])
})

test('the server ends a statement that exceeds the limit of its transaction', async () => {
  const { db } = open()
  const slow = sql`select pg_sleep(0.3)`
  await expect(inTransaction(db, 20, (trx) => slow.execute(trx))).rejects.toMatchObject({
    code: '57014',
  })
  await slow.execute(db)
})

test('a transaction can be required, and exists only while its work runs', async () => {
  const { db } = open()
  const ended = await inTransaction(db, FAR_MS, async (trx) => {
    expect(requireTx(trx)).toBe(trx)
    return trx
  })
  await db.transaction().execute(async (trx) => expect(requireTx(trx)).toBe(trx))
  expect(() => requireTx(db)).toThrow('transaction is required')
  expect(() => requireTx(ended)).toThrow('transaction is required')
})

test('bigint columns are read as numbers', async () => {
  const { db } = open()
  const { rows } = await sql`select 9007199254740991::bigint as id`.execute(db)
  expect(rows).toEqual([{ id: 9007199254740991 }])
})
