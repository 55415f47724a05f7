import { startTcpProxy } from '@quartermaster/testing'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cancelOnAbort, inTransaction, openDatabase } from '../src/index.ts'

const CONNECTIONS = 3
const one = sql<{ one: number }>`select 1 as one`
const ONE = [{ one: 1 }]

/** A database behind a network that can go silent, with all connections of its pool open. */
async function openThroughProxy() {
  const proxy = await startTcpProxy(inject('postgresUrl'))
  const database = openDatabase({
    url: proxy.url,
    maxConnections: CONNECTIONS,
    statementMs: 500,
  })
  const { db, pool } = database
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.1)`.execute(db)),
  )
  expect(pool.totalCount).toBe(CONNECTIONS)
  return { ...database, proxy }
}

test('half-open connections are replaced after the first statement that is not answered', async () => {
  const { db, close, proxy } = await openThroughProxy()
  onTestFinished(close)
  proxy.stall()
  proxy.recover()

  await expect(one.execute(db)).rejects.toThrow('Connection terminated')
  for (let i = 0; i < CONNECTIONS; i++) expect((await one.execute(db)).rows).toEqual(ONE)
})

test('a transaction destroys a half-open connection shortly after its own limit', async () => {
  const { db, close, proxy } = await openThroughProxy()
  onTestFinished(close)
  proxy.stall()
  proxy.recover()

  const lost = inTransaction(db, 300, (trx) => one.execute(trx))
  await expect(lost).rejects.toThrow('Connection terminated')
  expect((await inTransaction(db, 300, (trx) => one.execute(trx))).rows).toEqual(ONE)
})

test('the locks of a transaction whose connection became half-open are released', async () => {
  const { db, close, proxy } = await openThroughProxy()
  onTestFinished(close)
  const lock = (database: typeof db) =>
    sql`select pg_advisory_xact_lock(hashtext('half-open transaction'))`.execute(database)
  const lost = inTransaction(db, 300, async (trx) => {
    await lock(trx)
    proxy.stall()
    proxy.recover()
    await one.execute(trx)
  })
  await expect(lost).rejects.toThrow('Connection terminated')

  await inTransaction(db, 50_000, lock)
})

test('a pool closes while its connections are half-open and busy', async () => {
  const { db, pool, close, proxy } = await openThroughProxy()
  proxy.stall()
  const busy = inTransaction(db, 600_000, (trx) => one.execute(trx))
  const ended = expect(busy).rejects.toThrow()
  await expect.poll(() => pool.idleCount).toBe(CONNECTIONS - 1)
  await close()
  await ended
})

test('an aborted read is cancelled on the server, and its connection is used again', async () => {
  const database = openDatabase({ url: inject('postgresUrl'), maxConnections: 1 })
  onTestFinished(() => database.close())
  const { db, pool } = database
  const controller = new AbortController()
  const reads = cancelOnAbort(db, controller.signal)
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(db)).rows
  const pid = await pidOf()

  const slow = sql`select pg_sleep(600)`.execute(reads)
  const cancelled = expect(slow).rejects.toMatchObject({ code: '57014' })
  await expect.poll(() => pool.idleCount).toBe(0)
  controller.abort(new Error('too late'))
  await cancelled
  await expect(one.execute(reads)).rejects.toThrow('too late')
  expect(await pidOf(), 'the connection is the same').toEqual(pid)
  expect((await one.execute(cancelOnAbort(db, new AbortController().signal))).rows).toEqual(ONE)
})

test('an aborted read on a half-open connection destroys the connection', async () => {
  const { db, pool, close, proxy } = await openThroughProxy()
  onTestFinished(close)
  proxy.stall()
  const controller = new AbortController()
  const read = one.execute(cancelOnAbort(db, controller.signal))
  const lost = expect(read).rejects.toThrow('Connection terminated')
  await expect.poll(() => pool.idleCount).toBe(CONNECTIONS - 1)
  controller.abort()
  await lost
  proxy.recover()
  expect((await one.execute(db)).rows).toEqual(ONE)
})

test('reads inside a transaction stay in it', async () => {
  const database = openDatabase({ url: inject('postgresUrl'), maxConnections: 1 })
  onTestFinished(() => database.close())
  await inTransaction(database.db, 10_000, async (trx) => {
    expect(cancelOnAbort(trx, new AbortController().signal)).toBe(trx)
  })
})

test('a transaction whose failed statement was ignored does not count as committed', async () => {
  const database = openDatabase({ url: inject('postgresUrl'), maxConnections: 1 })
  onTestFinished(() => database.close())
  const work = inTransaction(database.db, 10_000, async (trx) => {
    await sql`select 1 / 0`.execute(trx).catch(() => {})
  })
  await expect(work).rejects.toThrow('was rolled back')
})
