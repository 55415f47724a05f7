import { expect, test } from 'vitest'
import { fulfilled } from './collect-batches.ts'
import { queueByLock } from './queue-by-lock.ts'

function controlledQueues() {
  const started: { items: readonly string[]; end: () => void }[] = []
  const queues = queueByLock<string, string>(
    (items) =>
      new Promise((resolve) => {
        started.push({ items, end: () => resolve(items.map((item) => fulfilled(`${item}!`))) })
      }),
    { maxInFlight: 2 },
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { queues, started, turn }
}

test('the items of one lock run one batch at a time', async () => {
  const { queues, started, turn } = controlledQueues()
  const first = queues.add('x', 'a')
  await turn()
  const later = [queues.add('x', 'b'), queues.add('x', 'c')]
  await turn()
  expect(started.map(({ items }) => items)).toEqual([['a']])
  started[0]?.end()
  expect(await first).toBe('a!')
  await turn()
  expect(started[1]?.items).toEqual(['b', 'c'])
  started[1]?.end()
  expect(await Promise.all(later)).toEqual(['b!', 'c!'])
})

test('another lock does not wait', async () => {
  const { queues, started, turn } = controlledQueues()
  queues.add('x', 'a')
  queues.add('y', 'b')
  await turn()
  expect(started.map(({ items }) => items)).toEqual([['a'], ['b']])
})

test('all locks together have a limited number of batches', async () => {
  const { queues, started, turn } = controlledQueues()
  for (const lock of ['x', 'y', 'z']) queues.add(lock, lock)
  await turn()
  expect(started.map(({ items }) => items)).toEqual([['x'], ['y']])
  started[0]?.end()
  await turn()
  expect(started[2]?.items).toEqual(['z'])
})

test('a queue ends with its last item', async () => {
  const { queues, started, turn } = controlledQueues()
  const result = queues.add('x', 'a')
  await turn()
  expect(queues.has('x')).toBe(true)
  started[0]?.end()
  await result
  expect(queues.has('x')).toBe(false)
})
