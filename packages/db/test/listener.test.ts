import { databaseForTest, startTcpProxy } from '@quartermaster/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openListener } from '../src/index.ts'

function listenTo(url: string, db: Database, options: { onConnect?: () => Promise<void> } = {}) {
  const onError = vi.fn()
  const listener = openListener({ url, db, onError, ...options })
  onTestFinished(() => listener.close())
  return { ...listener, onError }
}

const LONG = { timeout: 20_000 }

test('one connection delivers the payloads of every channel to its own subscribers', async () => {
  const { db, pool, url } = await databaseForTest()
  const listener = listenTo(url, db)
  const early = vi.fn()
  listener.subscribe('early', { onNotification: early })
  await listener.ready()
  const late = vi.fn()
  const subscription = listener.subscribe('Late one', { onNotification: late })
  await expect.poll(() => subscription.isLive(), LONG).toBe(true)

  await pool.query(`select pg_notify('early', 'a'), pg_notify('Late one', 'b')`)
  await expect.poll(() => late.mock.calls, LONG).toEqual([['b']])
  expect(early.mock.calls).toEqual([['a']])
  const { rows } = await pool.query(
    "select from pg_stat_activity where application_name = 'quartermaster listener' and datname = current_database()",
  )
  expect(rows).toHaveLength(1)
})

test('a lost connection is replaced, and subscribers learn that they may have missed something', async () => {
  const { db, pool, url } = await databaseForTest()
  const proxy = await startTcpProxy(url)
  const listener = listenTo(proxy.url, db)
  const received = vi.fn()
  const gaps = vi.fn()
  const subscription = listener.subscribe('news', { onNotification: received, onGap: gaps })
  await listener.ready()
  expect(subscription.isLive()).toBe(true)
  gaps.mockClear()

  await proxy.cut()
  await expect.poll(() => subscription.isLive(), LONG).toBe(false)
  expect(gaps).toHaveBeenCalledOnce()
  await proxy.restore()
  await expect.poll(() => subscription.isLive(), LONG).toBe(true)
  expect(gaps).toHaveBeenCalledTimes(2)
  await pool.query(`notify news, 'again'`)
  await expect.poll(() => received.mock.calls, LONG).toEqual([['again']])
})

test('a connection that has gone silent is not trusted, and is replaced', async () => {
  const { db, url } = await databaseForTest()
  const proxy = await startTcpProxy(url)
  const listener = listenTo(proxy.url, db)
  await listener.ready()
  proxy.stall()
  await expect.poll(() => listener.isLive(), LONG).toBe(false)
  expect(listener.onError, 'trust ends before the failure is known').not.toHaveBeenCalled()
  proxy.recover()
  await expect.poll(() => listener.isLive(), LONG).toBe(true)
  expect(listener.onError).toHaveBeenCalled()
})

test('a connection is live only after onConnect has succeeded', async () => {
  const { db, url } = await databaseForTest()
  const onConnect = vi.fn(async () => {}).mockRejectedValueOnce(new Error('locked'))
  const listener = listenTo(url, db, { onConnect })
  await listener.ready()
  expect(onConnect).toHaveBeenCalledTimes(2)
  expect(String(listener.onError.mock.calls)).toContain('locked')
})

test('a listener in another database than the one that notifies is never live', async () => {
  const [{ url }, { db }] = [await databaseForTest(), await databaseForTest()]
  const listener = listenTo(url, db)
  await expect.poll(() => listener.onError.mock.calls.length, LONG).toBeGreaterThan(0)
  expect(String(listener.onError.mock.calls[0])).toContain('LISTEN needs a direct connection')
  expect(listener.isLive()).toBe(false)
})

test('a listener closes quickly while the database does not answer', async () => {
  const { db, url } = await databaseForTest()
  const proxy = await startTcpProxy(url)
  proxy.stall()
  const onConnect = vi.fn(async () => {})
  const listener = openListener({ url: proxy.url, db, onConnect })
  await Promise.race([
    listener.close(),
    new Promise((_, reject) => setTimeout(() => reject(new Error('It hangs')), 4000)),
  ])
  expect(onConnect).not.toHaveBeenCalled()
})
