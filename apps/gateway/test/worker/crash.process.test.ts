import { eventually } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { BACKENDS, setUpWorkers, timesReceived, type WorkerSetup } from './worker-setup.ts'

// No accepted prompt is lost, at whichever step a worker dies. A message that may have arrived before
// the crash is sent again with the same id.

const isWaitingForLock = ({ pool }: WorkerSetup, statement: string) =>
  eventually(async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [`%${statement}%`],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

/** Starts another worker and resolves when everything has arrived. */
async function recover(setup: WorkerSetup) {
  const began = performance.now()
  await setup.startWorker()
  await setup.waitForDeliveries('delivered', 1)
  return (performance.now() - began) / 1000
}

describe.each(BACKENDS)(
  'on %s, kill -9 of a worker',
  { concurrent: true, timeout: 120_000 },
  (backend) => {
    test('before the claim', async (test) => {
      const setup = await setUpWorkers({ test, backend })
      await setup.createAgent('A')
      const worker = await setup.startWorker()
      await setup.schedule('A', 1, 2000)
      // The delivery is inserted before its slot, and not claimed before it.
      await setup.waitForDeliveries('pending', 1)
      const lock = await setup.pool.connect()
      await lock.query('begin; lock table deliveries in share row exclusive mode')
      await isWaitingForLock(setup, 'update deliveries')
      await worker.kill()
      await lock.query('rollback')
      lock.release()

      await recover(setup)
      expect([...timesReceived(setup).values()]).toEqual([1])
    })

    test('after the claim, before the request', async (test) => {
      const setup = await setUpWorkers({ test, backend })
      await setup.createAgent('A')
      const worker = await setup.startWorker({ HOLD_PORT: new URL(setup.receiver.url).port })
      await setup.schedule('A', 1, 100)
      await setup.waitForDeliveries('sending', 1)
      await worker.kill()

      const seconds = await recover(setup)
      expect(seconds).toBeLessThan(60)
      expect([...timesReceived(setup).values()]).toEqual([1])
    })

    test('after the request, before its answer', async (test) => {
      const setup = await setUpWorkers({ test, backend })
      await setup.createAgent('A')
      setup.receiver.answer(() => {})
      const worker = await setup.startWorker()
      await setup.schedule('A', 1, 100)
      await eventually(() => expect(setup.receiver.received).toHaveLength(1))
      await worker.kill()
      setup.receiver.answer((_received, response) => response.end())

      const seconds = await recover(setup)
      expect(seconds).toBeLessThan(60)
      expect([...timesReceived(setup).values()]).toEqual([2])
      const { rows } = await setup.pool.query(
        'select outcome from delivery_attempts order by number',
      )
      expect(rows.map(({ outcome }) => outcome)).toEqual(['lost', 'delivered'])
    })

    test('after the answer, before the result is stored', async (test) => {
      const setup = await setUpWorkers({ test, backend })
      await setup.createAgent('A')
      const lock = await setup.pool.connect()
      setup.receiver.answer(async (_received, response) => {
        await lock.query('begin; lock table delivery_attempts in exclusive mode')
        response.end()
      })
      const worker = await setup.startWorker()
      await setup.schedule('A', 1, 100)
      await isWaitingForLock(setup, 'insert into delivery_attempts')
      await worker.kill()
      await lock.query('rollback')
      lock.release()
      setup.receiver.answer((_received, response) => response.end())

      await recover(setup)
      expect([...timesReceived(setup).values()]).toEqual([2])
    })

    test('repeatedly, at random times', async (test) => {
      const setup = await setUpWorkers({ test, backend })
      await setup.createAgent('A')
      setup.receiver.answer((_received, response) => setTimeout(() => response.end(), 20))
      const ids = await setup.schedule('A', 300, 500)
      let workers = await Promise.all([setup.startWorker(), setup.startWorker()])
      for (let round = 0; round < 3; round++) {
        const goal = setup.receiver.received.length + 20 * (round + 1)
        await eventually(() =>
          expect(setup.receiver.received.length).toBeGreaterThan(Math.min(goal, 250)),
        )
        const [victim, ...others] = workers
        await victim?.kill()
        workers = [...others, await setup.startWorker()]
      }
      await setup.waitForDeliveries('delivered', ids.length, 100_000)

      const times = timesReceived(setup)
      expect(times.size).toBe(ids.length)
      // Only messages that a dead worker had begun to send arrived more than once.
      const { rows } = await setup.pool.query(
        "select delivery_id from delivery_attempts where outcome = 'lost'",
      )
      const lost = new Set(rows.map(({ delivery_id }) => delivery_id))
      const doubled = [...times].filter(([, count]) => count > 1).map(([id]) => id)
      expect(doubled.filter((id) => !lost.has(id))).toEqual([])
    })
  },
)
