import { randomUUID } from 'node:crypto'
import { databaseForTest, eventually, redisUrl } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openWakeupQueue, type Wakeup } from '../src/dispatch/wakeup-queue.ts'

describe.each(['postgresql', 'redis'])('on %s', (backend) => {
  async function open() {
    const { url: databaseUrl } = await databaseForTest()
    const errors: Error[] = []
    const queue = openWakeupQueue({
      databaseUrl,
      redisUrl: backend === 'redis' ? await redisUrl() : undefined,
      name: `test-${randomUUID()}`,
      onError: (error) => errors.push(error),
    })
    const received: Wakeup[] = []
    const subscription = await queue.subscribe((wakeup) => received.push(wakeup))
    onTestFinished(async () => {
      await subscription.stop()
      await queue.close()
    })
    return { queue, received, errors }
  }

  const wakeup = (id: string, at: Date, more: Partial<Wakeup> = {}): Wakeup => ({
    id,
    attempt: 0,
    at,
    lane: 'one',
    host: 'host',
    ...more,
  })

  test('wakeups are received complete, each once', async () => {
    const { queue, received } = await open()
    const now = new Date()
    const at = new Date(now.getTime() + 300)
    const wakeups = Array.from({ length: 120 }, (_, index) =>
      wakeup(randomUUID(), at, {
        lane: index % 2 ? 'one' : 'two',
        host: index % 5 ? 'host' : 'other',
        attempt: index % 3,
      }),
    )
    await queue.enqueue(wakeups, now)
    await eventually(() => expect(received).toHaveLength(120))
    const byId = (a: Wakeup, b: Wakeup) => a.id.localeCompare(b.id)
    expect(received.toSorted(byId)).toEqual(wakeups.toSorted(byId))
  })

  test('a second wakeup for the same attempt is ignored while the first waits', async () => {
    const { queue, received } = await open()
    const now = new Date()
    const one = wakeup(randomUUID(), new Date(now.getTime() + 2000))
    await queue.enqueue([one], now)
    await queue.enqueue([one], now)
    const last = wakeup(randomUUID(), new Date(now.getTime() + 2500))
    await queue.enqueue([last], now)
    await eventually(() => expect(received.map(({ id }) => id)).toContain(last.id))
    expect(received.filter(({ id }) => id === one.id)).toHaveLength(1)
  })
})

test('enqueue fails fast when the queue cannot be reached', async () => {
  const { url: databaseUrl } = await databaseForTest()
  const queue = openWakeupQueue({
    databaseUrl,
    redisUrl: 'redis://127.0.0.1:1',
    name: 'nowhere',
    onError: () => {},
  })
  onTestFinished(() => queue.close())
  const wakeup = { id: randomUUID(), attempt: 0, at: new Date(), lane: 'one', host: 'host' }
  await expect(queue.enqueue([wakeup], new Date())).rejects.toThrow()
})
