import { eventually } from '@quartermaster/testing'
import { describe, expect, test } from 'vitest'
import { BACKENDS, setUpWorkers, timesReceived } from './worker-setup.ts'

// Without a crash, no slot is sent to its target twice.

describe.each(BACKENDS)('on %s', { concurrent: true, timeout: 170_000 }, (backend) => {
  test('many workers over many due prompts', async (test) => {
    const setup = await setUpWorkers({ test, backend })
    await setup.createAgent('A')
    const ids = await setup.schedule('A', 1000, 0)
    const workers = 6
    await Promise.all(Array.from({ length: workers }, () => setup.startWorker()))
    await setup.waitForDeliveries('delivered', ids.length, 120_000)
    const times = timesReceived(setup)
    expect([times.size, Math.max(...times.values())]).toEqual([ids.length, 1])
  })

  test('a worker that is stopped for longer than any lock, and continued', async (test) => {
    const setup = await setUpWorkers({ test, backend })
    await setup.createAgent('A')
    const held: (() => void)[] = []
    setup.receiver.answer((_received, response) => held.push(() => response.end()))
    const stopped = await setup.startWorker()
    await setup.schedule('A', 20, 100)
    await eventually(() => expect(held).toHaveLength(20))
    stopped.process.kill('SIGSTOP')
    for (const answer of held) answer()
    setup.receiver.answer((_received, response) => response.end())

    // A second worker runs, and would take over if it considered the first one dead.
    await setup.startWorker()
    await setup.schedule('A', 20, 100)
    await setup.waitForDeliveries('delivered', 20)
    // The queue's own lock lasts 30 s, and a dead worker's deliveries are reclaimed after 20 s.
    await new Promise((resolve) => setTimeout(resolve, 40_000))
    expect(await setup.states()).toEqual({ delivered: 20, sending: 20 })
    stopped.process.kill('SIGCONT')
    await setup.waitForDeliveries('delivered', 40)
    const times = timesReceived(setup)
    expect([times.size, Math.max(...times.values())]).toEqual([40, 1])
  })

  test('a worker that is stopped between its claim and its request sends nothing late', async (test) => {
    const setup = await setUpWorkers({ test, backend })
    await setup.createAgent('A')
    const { port } = new URL(setup.receiver.url)
    // Its connections are made only when it continues: by then it is too late to write.
    const stopped = await setup.startWorker({ HOLD_PORT: port, HOLD_UNTIL_CONTINUED: 'yes' })
    await setup.schedule('A', 1, 100)
    await setup.waitForDeliveries('sending', 1)
    stopped.process.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 12_000))
    stopped.process.kill('SIGCONT')
    await setup.waitForDeliveries('delivered', 1)
    expect([...timesReceived(setup).values()]).toEqual([1])
    const { rows } = await setup.pool.query('select outcome from delivery_attempts order by number')
    expect(rows.map(({ outcome }) => outcome)).toEqual(['failed', 'delivered'])
  })
})
