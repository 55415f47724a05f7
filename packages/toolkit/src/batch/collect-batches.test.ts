import { expect, onTestFinished, test, vi } from 'vitest'
import { collectBatches, fulfilled, rejected } from './collect-batches.ts'

/** Batches that end when the test says so. */
function controlledBatches(options: Parameters<typeof collectBatches<string, string>>[1] = {}) {
  const started: { items: readonly string[]; end: () => void }[] = []
  const add = collectBatches<string, string>(
    (items) =>
      new Promise((resolve) => {
        started.push({ items, end: () => resolve(items.map((item) => fulfilled(`${item}!`))) })
      }),
    options,
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { add, started, turn }
}

test('items that arrive together run together, each with its own result', async () => {
  const { add, started, turn } = controlledBatches()
  const results = [add('a'), add('b'), add('c')]
  await turn()
  expect(started.map(({ items }) => items)).toEqual([['a', 'b', 'c']])
  started[0]?.end()
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!'])
})

test('a single item starts without waiting for others', async () => {
  const { add, started, turn } = controlledBatches()
  add('a')
  await turn()
  add('b')
  await turn()
  expect(started.map(({ items }) => items)).toEqual([['a'], ['b']])
})

test('the next batch forms while the allowed number is running', async () => {
  const { add, started, turn } = controlledBatches({ maxInFlight: 1 })
  add('a')
  await turn()
  const later = [add('b'), add('c')]
  await turn()
  expect(started).toHaveLength(1)
  started[0]?.end()
  await turn()
  expect(started[1]?.items).toEqual(['b', 'c'])
  started[1]?.end()
  expect(await Promise.all(later)).toEqual(['b!', 'c!'])
})

test('a large batch starts at once, while at most three others are running', async () => {
  const { add, started, turn } = controlledBatches({ largeSize: 8 })
  const addEight = () => Array.from({ length: 8 }, () => add('a'))
  for (let batch = 1; batch <= 4; batch++) {
    addEight()
    expect(started).toHaveLength(batch)
  }
  addEight()
  await turn()
  expect(started.map(({ items }) => items.length)).toEqual([8, 8, 8, 8])
  started[0]?.end()
  await turn()
  expect(started).toHaveLength(5)
})

test('a smaller batch waits while two others are running', async () => {
  const { add, started, turn } = controlledBatches({ largeSize: 8 })
  for (const item of ['a', 'b', 'c']) {
    add(item)
    await turn()
  }
  expect(started).toHaveLength(2)
})

test('a slow batch does not keep others from starting, and counts no longer when it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { add, started, turn } = controlledBatches({ maxInFlight: 1, slowMs: 20 })
  add('a')
  await turn()
  add('b')
  vi.advanceTimersByTime(19)
  await turn()
  expect(started).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(started.map(({ items }) => items)).toEqual([['a'], ['b']])
  started[0]?.end()
  await turn()
  add('c')
  await turn()
  expect(started).toHaveLength(2)
  started[1]?.end()
  await turn()
  expect(started[2]?.items).toEqual(['c'])
})

test('slow batches leave a limit of four that run at the same time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { add, started, turn } = controlledBatches({ maxInFlight: 1, slowMs: 20 })
  for (const item of ['a', 'b', 'c', 'd', 'e', 'f']) {
    add(item)
    await turn()
    vi.advanceTimersByTime(20)
  }
  expect(started).toHaveLength(4)
})

test('a batch has at most the allowed number of items', async () => {
  const { add, started, turn } = controlledBatches({ maxSize: 2, maxInFlight: 2 })
  for (const item of ['a', 'b', 'c', 'd', 'e']) add(item)
  await turn()
  expect(started.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('items with the same conflict key run in different batches, in their order', async () => {
  const { add, started, turn } = controlledBatches({
    maxInFlight: 1,
    conflictKey: (item) => item[0],
  })
  for (const item of ['x1', 'y1', 'x2', 'x3', 'z1']) add(item)
  await turn()
  started[0]?.end()
  await turn()
  started[1]?.end()
  await turn()
  expect(started.map(({ items }) => items)).toEqual([['x1', 'y1', 'z1'], ['x2'], ['x3']])
})

test('one rejected item leaves the others alone', async () => {
  const add = collectBatches<number, number>(async (items) =>
    items.map((item) => (item === 2 ? rejected(new Error('two')) : fulfilled(item))),
  )
  const settled = await Promise.allSettled([add(1), add(2), add(3)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a batch that fails as a whole rejects all its items', async () => {
  const add = collectBatches<number, number>(async () => {
    throw new Error('lost')
  })
  await expect(Promise.all([add(1), add(2)])).rejects.toThrow('lost')
})
