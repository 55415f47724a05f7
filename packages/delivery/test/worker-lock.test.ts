import { eventually, freshDatabase, startTcpProxy } from '@quartermaster/testing'
import { expect, onTestFinished, test } from 'vitest'
import { claimDeliveries } from '../src/queries/claim-deliveries.ts'
import { reclaimDeliveries } from '../src/queries/sweep.ts'
import { openWorkerLock } from '../src/worker-lock.ts'
import { openTestDelivery } from './test-delivery.ts'

async function lockThroughProxy() {
  const database = await freshDatabase()
  const proxy = await startTcpProxy(database.url)
  const lock = openWorkerLock({ db: database.db, databaseUrl: proxy.url, onError: () => {} })
  onTestFinished(async () => {
    await lock.close()
    await database.close()
  })
  await lock.ready()
  return { database, proxy, lock }
}

test('A4: a worker whose lock connection goes silent stops claiming, and then holds its lock again', async () => {
  const { proxy, lock } = await lockThroughProxy()
  const number = lock.heldNumber()
  expect(number).toEqual(expect.any(Number))
  proxy.stall()
  await eventually(() => expect(lock.heldNumber()).toBeUndefined())
  // The server has not noticed anything: the silent connection still holds the lock.
  proxy.recover()
  await eventually(() => expect(lock.heldNumber()).toBe(number))
})

test('A4: a worker whose lock is not held claims nothing', async () => {
  const { db, pool, createDelivery, find } = await openTestDelivery()
  const id = await createDelivery('Inbox')
  const claims = [{ id, forced: false }]
  const worker = 987_654
  expect(
    await claimDeliveries(db, { worker, claims, now: new Date(), lettaWorkspace: undefined }),
  ).toEqual([])
  expect((await find(id))?.state).toBe('pending')

  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query('select pg_advisory_lock($1, $2)', [0x514d, worker])
  expect(
    await claimDeliveries(db, { worker, claims, now: new Date(), lettaWorkspace: undefined }),
  ).toMatchObject([{ id }])
  await client.query('select pg_advisory_unlock_all()')
})

test('A4: what was claimed a moment ago is not reclaimed', async () => {
  const { db, pool, createDelivery, find } = await openTestDelivery()
  const id = await createDelivery('Inbox')
  const now = new Date()
  const claimedAt = async (secondsAgo: number) => {
    await pool.query(
      "update deliveries set state = 'sending', claimed_by = 7, attempts = 1, claimed_at = $2 where id = $1",
      [id, new Date(now.getTime() - secondsAgo * 1000)],
    )
  }
  const claimedBefore = new Date(now.getTime() - 20_000)
  await claimedAt(1)
  expect(await reclaimDeliveries(db, [7], { now, claimedBefore })).toBe(0)
  await claimedAt(30)
  expect(await reclaimDeliveries(db, [7], { now, claimedBefore })).toBe(1)
  expect(await find(id)).toMatchObject({ state: 'pending', in_doubt: 'lost' })
})
