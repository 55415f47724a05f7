import { randomUUID } from 'node:crypto'
import { databaseForTest, redisUrl } from '@quartermaster/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDoorbell, type Ring } from '../src/dispatch/wakeup-queue.ts'

describe.each(['postgresql', 'redis'])('on %s', (backend) => {
  async function open() {
    const { url: databaseUrl } = await databaseForTest()
    const errors: Error[] = []
    const doorbell = openDoorbell({
      databaseUrl,
      redisUrl: backend === 'redis' ? await redisUrl() : undefined,
      name: `test-${randomUUID()}`,
      onError: (error) => errors.push(error),
    })
    const heard: Ring[] = []
    const answering = await doorbell.answer((ring) => heard.push(ring))
    onTestFinished(async () => {
      await answering.stop()
      await doorbell.close()
    })
    return { doorbell, heard, errors }
  }

  const ring = (id: string, at: Date, more: Partial<Ring> = {}): Ring => ({
    ...{ id, attempt: 0, at, lane: 'one', host: 'host', ...more },
  })

  test('rings are heard with all they say, each once', async () => {
    const { doorbell, heard } = await open()
    const now = new Date()
    const at = new Date(now.getTime() + 300)
    const rings = Array.from({ length: 120 }, (_, index) =>
      ring(randomUUID(), at, {
        ...{ lane: index % 2 ? 'one' : 'two', host: index % 5 ? 'host' : 'other' },
        attempt: index % 3,
      }),
    )
    await doorbell.ring(rings, now)
    await vi.waitFor(() => expect(heard).toHaveLength(120), 20_000)
    const byId = (a: Ring, b: Ring) => a.id.localeCompare(b.id)
    expect(heard.toSorted(byId)).toEqual(rings.toSorted(byId))
  })

  test('a second ring for the same attempt is not heard while the first waits', async () => {
    const { doorbell, heard } = await open()
    const now = new Date()
    const one = ring(randomUUID(), new Date(now.getTime() + 2000))
    await doorbell.ring([one], now)
    await doorbell.ring([one], now)
    const last = ring(randomUUID(), new Date(now.getTime() + 2500))
    await doorbell.ring([last], now)
    await vi.waitFor(() => expect(heard.map(({ id }) => id)).toContain(last.id), 20_000)
    expect(heard.filter(({ id }) => id === one.id)).toHaveLength(1)
  })
})

test('a queue that cannot be reached is not waited for', async () => {
  const { url: databaseUrl } = await databaseForTest()
  const doorbell = openDoorbell({
    ...{ databaseUrl, redisUrl: 'redis://127.0.0.1:1', name: 'nowhere', onError: () => {} },
  })
  onTestFinished(() => doorbell.close())
  const ring = { id: randomUUID(), attempt: 0, at: new Date(), lane: 'one', host: 'host' }
  await expect(doorbell.ring([ring], new Date())).rejects.toThrow()
})
